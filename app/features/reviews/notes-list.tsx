import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Note } from '#domain/reviews/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import css from './notes-list.module.css';
import { roomLabels } from './labels.ts';
import { useAddNote, useChangeNote, useDeleteNote, useNotes } from './use-notes.ts';

export const NOTE_ID = 'field-note';

type Props = {
  proposalId: string;
  text: string;
  onWrite: (text: string) => void;
  add: ReturnType<typeof useAddNote>;
  onAdd: () => void;
};

/** Notes that admins write to each other about a proposal, as plain text. */
export function NotesList({ proposalId, text, onWrite, add, onAdd }: Props) {
  const { data } = useNotes(proposalId);
  const notes = data?.items ?? [];
  const older = (data?.total ?? 0) - notes.length;
  return (
    <section className={css.notes} aria-labelledby="notes">
      <h2 id="notes">{roomLabels.notes}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAdd();
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
          onChange={(event) => onWrite(event.target.value)}
        />
        {text.trim() && (
          <Button type="submit" isSmall variant="secondary" isBusy={add.isPending}>
            {roomLabels.addNote}
          </Button>
        )}
        <Refusal error={add.error} fallback={roomLabels.noteFailed} />
      </form>
      {data && notes.length === 0 && <p className={css.soft}>{roomLabels.noNotes}</p>}
      <ul>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} proposalId={proposalId} />
        ))}
      </ul>
      {older > 0 && <p className={css.soft}>{roomLabels.more(older)}</p>}
    </section>
  );
}

function NoteItem({ note, proposalId }: { note: Note; proposalId: string }) {
  const isMine = useProfile().id === note.author?.id;
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteNote(proposalId);
  const author = note.author?.name ?? roomLabels.noAuthor;
  const about = roomLabels.noteBy(author);
  return (
    <li>
      <p className={css.by}>
        <b>{author}</b>{' '}
        <time dateTime={note.created_at}>{formatShortDateTime(note.created_at)}</time>
        {note.updated_at !== note.created_at && ` · ${roomLabels.noteChanged}`}
        {isMine && !isOpen && (
          <span className={css.own}>
            <Button
              variant="quiet"
              isSmall
              aria-label={`${roomLabels.changeNote}: ${about}`}
              onClick={() => setOpen(true)}
            >
              {roomLabels.changeNote}
            </Button>
            <Button
              variant="quiet"
              isSmall
              isBusy={remove.isPending}
              aria-label={`${roomLabels.deleteNote}: ${about}`}
              onClick={() => remove.mutate(note.id)}
            >
              {roomLabels.deleteNote}
            </Button>
          </span>
        )}
      </p>
      {isOpen ? (
        <ChangeForm
          note={note}
          proposalId={proposalId}
          label={about}
          onEnd={() => setOpen(false)}
        />
      ) : (
        <p className="as-typed">{note.text}</p>
      )}
      <Refusal error={remove.error} fallback={roomLabels.noteDeleteFailed} />
    </li>
  );
}

type ChangeProps = { note: Note; proposalId: string; label: string; onEnd: () => void };

function ChangeForm({ note, proposalId, label, onEnd }: ChangeProps) {
  const [text, setText] = useState(note.text);
  const change = useChangeNote(proposalId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ noteId: note.id, text }, { onSuccess: onEnd });
      }}
    >
      <textarea
        rows={3}
        maxLength={LENGTHS.note}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={css.own}>
        <Button type="submit" variant="secondary" isSmall isBusy={change.isPending}>
          {roomLabels.saveLast}
        </Button>
        <Button variant="quiet" isSmall onClick={onEnd}>
          {roomLabels.cancel}
        </Button>
      </div>
      <Refusal error={change.error} fallback={roomLabels.noteFailed} />
    </form>
  );
}

const Refusal = ({ error, fallback }: { error: Error | null; fallback: string }) =>
  error && (
    <p className={css.error} role="alert">
      {error instanceof ApiError ? (error.fields['text'] ?? error.message) : fallback}
    </p>
  );
