import { Suspense, useState } from 'react';
import { ADMIN_CHOICES, DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useProfile } from '#app/session/use-session.ts';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import { fieldId } from '#app/ui/field.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { CTRL_ENTER, useScreenKeys } from '#app/ui/use-screen-keys.ts';
import { DecisionActions, DeskMessage } from './decision-actions.tsx';
import { DecisionForm } from './decision-form.tsx';
import { ASSIGNEE_ID, DeskFields, ReviewButton } from './desk-fields.tsx';
import { DocumentsView, nextOf, searchIdOf } from './documents-view.tsx';
import css from './room-view.module.css';
import deskCss from './desk-fields.module.css';
import { roomLabels } from './labels.ts';
import { LabelView } from './label-view.tsx';
import { NotesList } from './notes-list.tsx';
import type { Steps } from './read-list.ts';
import type { Desk } from './use-desk.ts';
import { useReading } from './use-room-proposal.ts';
import { TextPane } from './text-pane.tsx';
import { usePanes } from './use-panes.ts';
import { focusOn, NOTE_ID, useWriting } from './use-writing.ts';

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
  const [chosen, setChosen] = useState<string>(DOCUMENT_KINDS[0]);
  const writing = useWriting(proposal, desk, () => props.onStep('next'));
  const { texts } = writing;
  const isAsking = writing.decision.asking !== undefined;
  const readers = useReading(proposal);
  const panes = usePanes(chosen);
  const flag = () => desk.change({ flagged: !flagged });
  const approve = () => {
    if (decision !== 'approved') writing.decision.approve();
    else writing.decision.stop();
  };
  const decline = () => {
    writing.decision.startDeclining();
    // Where the reason is open already; one that opens takes the focus itself.
    focusOn(fieldId('decline_reason'));
  };
  const scroll = ({ key, shiftKey }: KeyboardEvent) => panes.scroll(key, shiftKey);
  const stages = ADMIN_CHOICES.map((stage, at) => [
    String(at + 1),
    () => desk.change({ funding_stage: stage }),
  ]);
  useScreenKeys({
    a: approve,
    d: decline,
    u: desk.takeBack,
    f: flag,
    n: () => focusOn(NOTE_ID),
    '/': () => focusOn(searchIdOf(chosen)),
    t: () => {
      panes.keepFocus();
      setChosen(nextOf(proposal, chosen));
    },
    r: panes.jump,
    ...{ ' ': scroll, ArrowDown: scroll, ArrowUp: scroll, PageDown: scroll, PageUp: scroll },
    ...Object.fromEntries(stages),
    m: () => desk.change({ assigned_to: assignee === me ? null : me }),
    g: () => focusOn(ASSIGNEE_ID),
    s: writing.saveNext,
    [CTRL_ENTER]: writing.saveNext,
  });
  return (
    <div className={css.room} data-declining={isAsking || undefined}>
      <TextPane proposal={proposal} />
      <DocumentsView {...{ proposal, chosen, onChoose: setChosen, onReady: props.onReady }} />
      <div className={deskCss.column}>
        <section className={deskCss.desk} aria-label={roomLabels.heading}>
          <div ref={watchBarHeight} className={deskCss.bar}>
            <DeskMessage desk={desk} />
            <DecisionActions
              proposal={proposal}
              hasNext={props.steps?.next !== undefined}
              isSaving={writing.isSaving}
              hasNote={writing.hasNote}
              onApprove={approve}
              onDecline={decline}
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
    </div>
  );
}

function describeReaders(readers: NonNullable<Proposal['readers']>): string {
  const names = new Intl.ListFormat('en-GB').format(readers.map(({ name }) => name));
  return readers.length === 1 ? roomLabels.readingOne(names) : roomLabels.readingMany(names);
}
