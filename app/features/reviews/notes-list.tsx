import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Note } from '#domain/reviews/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { changeKey } from '#app/features/submissions/draft-fields.ts';
import css from './notes-list.module.css';
import { roomLabels } from './labels.ts';
import { changeId, NOTE_ID, type Writing } from './use-writing.ts';
import { useDeleteNote, useNotes } from './use-notes.ts';
import { DOT } from '#app/ui/join-facts.ts';

type Props = { proposalId: string; writing: Writing };

/** Notes that admins write to each other about a proposal, as plain text. */
export function NotesList({ proposalId, writing }: Props) {
  const { add } = writing;
  const { note: text = '' } = writing.draft;
  const { data } = useNotes(proposalId);
  const notes = data?.items ?? [];
  const older = (data?.total ?? 0) - notes.length;
  return (
    <section className={css.notes} aria-labelledby="notes">
      <h2 id="notes">{roomLabels.notes}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          writing.addNote();
        }}
      >
        <label className="visually-hidden" htmlFor={NOTE_ID}>
          {roomLabels.note}
        </label>
        <textarea
          id={NOTE_ID}
          rows={2}
          maxLength={LENGTHS.note}
          placeholder={roomLabels.noteHint}
          value={text}
          onChange={(event) => writing.write({ note: event.target.value })}
        />
        {text.trim() && (
          <Button type="submit" isSmall variant="secondary" isBusy={add.isPending}>
            {roomLabels.addNote}
          </Button>
        )}
        <Refusal error={add.error} fallback={roomLabels.noteFailed} />
      </form>
      {data && notes.length === 0 && <p className={css.soft}>{roomLabels.noNotes}</p>}
      <ul className="bare">
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} {...{ proposalId, writing }} />
        ))}
      </ul>
      {older > 0 && <p className={css.soft}>{roomLabels.more(older)}</p>}
    </section>
  );
}

function NoteItem({ note, proposalId, writing }: Props & { note: Note }) {
  const isMine = useProfile().id === note.author?.id;
  const key = changeKey(note.id);
  const changed = writing.draft[key];
  const isOpen = changed !== undefined;
  const remove = useDeleteNote(proposalId);
  const [isAsking, setAsking] = useState(false);
  const author = note.author?.name ?? roomLabels.noAuthor;
  const about = roomLabels.noteBy(author);
  return (
    <li>
      <p className={css.by}>
        <b>{author}</b>{' '}
        <time dateTime={note.created_at}>{formatShortDateTime(note.created_at)}</time>
        {note.updated_at !== note.created_at && <span>{`${DOT}${roomLabels.noteChanged}`}</span>}
        {isMine && !isOpen && (
          <span className={css.own}>
            <Button
              variant="quiet"
              isSmall
              aria-label={`${roomLabels.changeNote}: ${about}`}
              onClick={() => writing.write({ [key]: note.text })}
            >
              {roomLabels.changeNote}
            </Button>
            <Button
              variant="quiet"
              isSmall
              isBusy={remove.isPending}
              aria-label={`${roomLabels.deleteNote}: ${about}`}
              onClick={() => setAsking(true)}
            >
              {roomLabels.deleteNote}
            </Button>
          </span>
        )}
      </p>
      {isOpen ? (
        <ChangeForm note={note} text={changed} label={about} writing={writing} />
      ) : (
        <p className="as-typed">{note.text}</p>
      )}
      <ConfirmDialog
        title={roomLabels.deleteNoteTitle}
        confirmLabel={roomLabels.deleteNote}
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate(note.id);
        }}
      >
        <p className="as-typed">{note.text}</p>
      </ConfirmDialog>
      <Refusal error={remove.error} fallback={roomLabels.noteDeleteFailed} />
    </li>
  );
}

type ChangeProps = { note: Note; text: string; label: string; writing: Writing };

function ChangeForm({ note, text, label, writing }: ChangeProps) {
  const { change, changeNote, write } = writing;
  const key = changeKey(note.id);
  const isMeant = change.variables?.noteId === note.id;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        changeNote(note.id);
      }}
    >
      <textarea
        id={changeId(note.id)}
        rows={3}
        maxLength={LENGTHS.note}
        aria-label={label}
        value={text}
        onChange={(event) => write({ [key]: event.target.value })}
      />
      <div className={css.own}>
        <Button type="submit" variant="secondary" isSmall isBusy={isMeant && change.isPending}>
          {roomLabels.saveLast}
        </Button>
        <Button variant="quiet" isSmall onClick={() => write({ [key]: undefined })}>
          {roomLabels.cancel}
        </Button>
      </div>
      <Refusal error={isMeant ? change.error : null} fallback={roomLabels.noteFailed} />
    </form>
  );
}

const Refusal = ({ error, fallback }: { error: Error | null; fallback: string }) =>
  error && (
    <p className={css.error} role="alert">
      {error instanceof ApiError ? (error.fields['text'] ?? error.message) : fallback}
    </p>
  );
