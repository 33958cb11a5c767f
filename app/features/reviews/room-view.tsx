import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ADMIN_CHOICES, DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DocumentDownload } from '#app/features/proposals/documents/document-download.tsx';
import { documentLabels } from '#app/features/proposals/labels.ts';
import { LINK_FALLBACK } from '#app/features/proposals/documents/use-document-link.ts';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { ApplicantContact, WrittenAnswers } from '#app/features/submissions/proposal-answers.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { paths } from '#app/paths.ts';
import { DecisionActions, DeskMessage } from './decision-actions.tsx';
import { DecisionForm } from './decision-form.tsx';
import { ASSIGNEE_ID, DeskFields, ReviewButton } from './desk-fields.tsx';
import { DocumentsView, otherKind, searchIdOf } from './documents-view.tsx';
import { HistoryList } from './history-list.tsx';
import css from './room-view.module.css';
import deskCss from './desk-fields.module.css';
import { roomLabels } from './labels.ts';
import { LabelView } from './label-view.tsx';
import { NotesList } from './notes-list.tsx';
import type { Steps } from './read-list.ts';
import { StandingView } from './standing-view.tsx';
import type { Desk } from './use-desk.ts';
import { useKeys } from './use-keys.ts';
import { useReading } from './use-room-proposal.ts';
import { TEXT_ID, usePanes } from './use-panes.ts';
import { focusOn, NOTE_ID, useWriting } from './use-writing.ts';
import { WarningsList } from './warnings-list.tsx';

/** Loaded after what is read. */
const TouchView = lazyPart(() => import('./touch-view.tsx'));
/** Loaded if another tab has left a text. */
const KeptVersion = lazyPart(() => import('#app/editing/kept-version.tsx'));

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
  const { decision, flagged, assigned_to: assignee } = proposal;
  const me = useProfile().id;
  const [chosen, setChosen] = useState<DocumentKind>(DOCUMENT_KINDS[0]);
  const writing = useWriting(proposal, desk, () => props.onStep('next'));
  const { texts } = writing;
  const isAsking = writing.decision.asking !== undefined;
  const readers = useReading(proposal);
  const panes = usePanes(chosen);
  const flag = () => desk.change({ flagged: !flagged });
  const approve = () => {
    if (decision !== 'approved') desk.change({ decision: 'approved' });
    writing.decision.stop();
  };
  useKeys({
    approve,
    decline: writing.decision.startDeclining,
    undo: desk.takeBack,
    flag,
    note: () => focusOn(NOTE_ID),
    search: () => focusOn(searchIdOf(chosen)),
    otherDocument: () => {
      panes.keepFocus();
      setChosen(otherKind(chosen));
    },
    otherPane: panes.jump,
    scroll: ({ key, shiftKey }) => panes.scroll(key, shiftKey),
    stage: ({ key }) => desk.change({ funding_stage: ADMIN_CHOICES[Number(key) - 1] }),
    assignMe: () => desk.change({ assigned_to: assignee === me ? null : me }),
    assign: () => focusOn(ASSIGNEE_ID),
    saveNext: writing.saveNext,
  });
  return (
    <div className={css.room} data-declining={isAsking || undefined}>
      <div
        id={TEXT_ID}
        className={css.answers}
        role="region"
        aria-label={reviewLabels.answers}
        tabIndex={0}
      >
        <WarningsList proposal={proposal} />
        <RoundsView proposal={proposal} />
        <StandingView proposal={proposal} />
        <WrittenAnswers proposal={proposal} />
        <ApplicantContact proposal={proposal} />
        <Documents proposal={proposal} />
        <Suspense fallback={<Folding />}>
          <TouchView proposal={proposal} />
        </Suspense>
        <HistoryList proposalId={proposal.id} />
      </div>
      <DocumentsView {...{ proposal, chosen, onChoose: setChosen, onReady: props.onReady }} />
      <section className={deskCss.desk} aria-label={roomLabels.heading}>
        <div ref={watchBarHeight} className={deskCss.bar}>
          <DeskMessage desk={desk} />
          <DecisionActions
            proposal={proposal}
            hasNext={props.steps?.next !== undefined}
            isSaving={writing.isSaving}
            saves={writing.saves}
            onApprove={approve}
            onDecline={writing.decision.startDeclining}
            onTakeBack={writing.decision.takeBack}
            onFlag={flag}
            onSaveNext={writing.saveNext}
          >
            <DeskFields proposal={proposal} change={desk.change} />
          </DecisionActions>
        </div>
        <Suspense>{texts.other && <KeptVersion texts={texts} />}</Suspense>
        <DecisionForm proposal={proposal} writing={writing} />
        <div className={deskCss.more}>
          <LabelView proposal={proposal} change={desk.change} />
          <ReviewButton proposal={proposal} />
          {readers.length > 0 && <p className={deskCss.readers}>{describeReaders(readers)}</p>}
          {decision === 'declined' && !isAsking && (
            <div
              className={deskCss.reason}
              role="region"
              aria-label={roomLabels.reasonTitle}
              tabIndex={0}
            >
              <span className="as-typed">{proposal.decline_reason}</span>
            </div>
          )}
        </div>
      </section>
      <NotesList proposalId={proposal.id} writing={writing} />
    </div>
  );
}

/** In the place of messages and requests, so that what follows does not move. */
const Folding = () =>
  ['messages', 'requests'].map((name) => (
    <div key={name} className={css.folding} aria-hidden="true">
      &nbsp;
    </div>
  ));

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

/** The rounds of judging that it is or was in; a round decides until its results are released. */
const RoundsView = ({ proposal: { rounds = [] } }: { proposal: Proposal }) =>
  rounds.length > 0 && (
    <section aria-label={roomLabels.rounds}>
      {rounds.map((round) => (
        <p key={round.id}>
          <span>{roomLabels.inRound}</span> <Link to={paths.round(round)}>{round.name}</Link>
          <span>{round.is_released ? roomLabels.isReleased : roomLabels.roundDecides}</span>
        </p>
      ))}
    </section>
  );
