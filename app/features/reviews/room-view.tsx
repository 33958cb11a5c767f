import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DocumentDownload } from '#app/features/proposals/documents/document-download.tsx';
import { documentLabels } from '#app/features/proposals/document-labels.ts';
import { LINK_FALLBACK } from '#app/features/proposals/documents/use-document-link.ts';
import { ApplicantContact, ProposalAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { useTemplates } from '#app/features/submissions/use-templates.ts';
import { DecisionActions, DeskMessage } from './decision-actions.tsx';
import { DeclineForm } from './decline-form.tsx';
import { DeskFields, ReviewButton } from './desk-fields.tsx';
import { DocumentsView, otherKind, searchIdOf } from './documents-view.tsx';
import { HistoryList } from './history-list.tsx';
import css from './room-view.module.css';
import deskCss from './desk-fields.module.css';
import { roomLabels } from './labels.ts';
import { NOTE_ID, NotesList } from './notes-list.tsx';
import type { Steps } from './read-list.ts';
import { StandingView } from './standing-view.tsx';
import type { Desk } from './use-desk.ts';
import { useDeskDraft } from './use-desk-draft.ts';
import { useKeys } from './use-keys.ts';
import { useAddNote } from './use-notes.ts';
import { useReading } from './use-room-proposal.ts';
import { WarningsList } from './warnings-list.tsx';

type Props = {
  proposal: Versioned<Proposal>;
  desk: Desk;
  steps: Steps | undefined;
  onStep: (to: 'next' | 'previous') => void;
  /** Called when the first page can be read. */
  onReady: () => void;
};

/** One proposal in the reading room: answers, both documents, and the review fields beside them. */
export function RoomView(props: Props) {
  const { proposal, desk } = props;
  const { decision, flagged } = proposal;
  const [chosen, setChosen] = useState<DocumentKind>(DOCUMENT_KINDS[0]);
  const writing = useWriting(props);
  const readers = useReading(proposal.id);
  const flag = () => desk.change({ flagged: !flagged });
  const approve = () => {
    if (decision !== 'approved') desk.change({ decision: 'approved' });
    writing.stopDeclining();
  };
  useKeys({
    approve,
    decline: writing.startDeclining,
    undo: desk.takeBack,
    flag,
    note: () => focusOn(NOTE_ID),
    search: () => focusOn(searchIdOf(chosen)),
    otherDocument: () => setChosen(otherKind(chosen)),
    saveNext: writing.saveNext,
  });
  return (
    <div className={css.room} data-declining={writing.isDeclining || undefined}>
      <div className={css.answers}>
        <WarningsList proposal={proposal} />
        <StandingView proposal={proposal} />
        <ProposalAnswers proposal={proposal} />
        <ApplicantContact proposal={proposal} />
        <Documents proposal={proposal} />
        <HistoryList proposalId={proposal.id} />
      </div>
      <DocumentsView {...{ proposal, chosen, onChoose: setChosen, onReady: props.onReady }} />
      <section className={deskCss.desk} aria-label={roomLabels.heading}>
        <div ref={watchBarHeight} className={deskCss.bar}>
          <DeskMessage desk={desk} />
          <DecisionActions
            proposal={proposal}
            hasNext={props.steps?.next !== undefined}
            isSaving={writing.add.isPending}
            onApprove={approve}
            onDecline={writing.startDeclining}
            onTakeBack={() => desk.change({ decision: 'undecided' })}
            onFlag={flag}
            onSaveNext={writing.saveNext}
          >
            <DeskFields proposal={proposal} change={desk.change} />
          </DecisionActions>
          {writing.isDeclining && (
            <DeclineForm
              reason={writing.draft.reason}
              error={writing.reasonError}
              onWrite={(reason) => writing.write({ reason })}
              onDecline={writing.decline}
              onCancel={writing.stopDeclining}
            />
          )}
        </div>
        <div className={`${deskCss.more} ${css.others}`}>
          {decision === 'declined' && !writing.isDeclining && (
            <p className={deskCss.reason}>
              <span className="as-typed">{proposal.decline_reason}</span>
            </p>
          )}
          <ReviewButton proposal={proposal} />
          {readers.length > 0 && <p className={deskCss.readers}>{describeReaders(readers)}</p>}
        </div>
      </section>
      <NotesList
        proposalId={proposal.id}
        text={writing.draft.note}
        onWrite={(note) => writing.write({ note })}
        add={writing.add}
        onAdd={writing.addNote}
      />
    </div>
  );
}

/** State of the texts being written: the reason and the note. */
function useWriting({ proposal, desk, onStep }: Props) {
  const { draft, write, clear } = useDeskDraft(proposal.id);
  const singleFlight = useSingleFlight();
  const add = useAddNote(proposal.id);
  const [isDeclining, setDeclining] = useState(false);
  const [reasonError, setReasonError] = useState<string>();
  // Ahead of the form, which must not move once somebody types.
  useTemplates();

  const startDeclining = () => {
    if (!draft.reason && proposal.decline_reason) write({ reason: proposal.decline_reason });
    setDeclining(true);
  };
  const stopDeclining = () => {
    setDeclining(false);
    setReasonError(undefined);
  };
  /** Returns whether it was sent. */
  const decline = (): boolean => {
    const refusal = refuseReason(draft.reason);
    setReasonError(refusal);
    if (refusal) return false;
    const { reason } = draft;
    desk.change({ decision: 'declined', decline_reason: reason.trim() }, () =>
      clear('reason', reason),
    );
    setDeclining(false);
    return true;
  };
  const addNote = async (): Promise<boolean> => {
    if (!draft.note.trim()) return true;
    try {
      await add.mutateAsync(draft.note.trim());
    } catch {
      // The message is shown beside the field.
      return false;
    }
    clear('note', draft.note);
    return true;
  };
  const saveNext = async () => {
    if (isDeclining && !decline()) return;
    if (!(await addNote())) return;
    onStep('next');
  };
  return {
    draft,
    write,
    add,
    addNote: () => void singleFlight(addNote),
    isDeclining,
    startDeclining,
    stopDeclining,
    decline: () => void decline(),
    reasonError,
    saveNext: () => void singleFlight(saveNext),
  };
}

function refuseReason(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return REVIEW_RULES.reasonMissing;
  return length < LENGTHS.reasonMinimum ? REVIEW_RULES.reasonShort : undefined;
}

const Documents = ({ proposal }: { proposal: Proposal }) => (
  <section aria-labelledby="documents">
    <h2 id="documents">{documentLabels.title}</h2>
    {DOCUMENT_KINDS.map((kind) => (
      <DocumentDownload
        key={kind}
        proposal={proposal}
        kind={kind}
        request={() =>
          api.getDocumentLink(proposal.document_urls[kind], { fallback: LINK_FALLBACK })
        }
      />
    ))}
  </section>
);

function describeReaders(readers: NonNullable<Proposal['readers']>): string {
  const names = new Intl.ListFormat('en-GB').format(readers.map(({ name }) => name));
  return readers.length === 1 ? roomLabels.readingOne(names) : roomLabels.readingMany(names);
}

function focusOn(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'nearest' });
  field?.focus();
}
