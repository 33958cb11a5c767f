import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { DecisionBadge } from '#app/features/proposals/stage-badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import { CTRL_ENTER } from '#app/ui/use-screen-keys.ts';
import { useSecondsUntil } from '#app/ui/use-seconds-until.ts';
import css from './desk-fields.module.css';
import messageCss from './decision-actions.module.css';
import { roomLabels } from './labels.ts';
import type { Desk, Undo } from './use-desk.ts';
import { DOT } from '#app/ui/join-facts.ts';

type Props = {
  proposal: Proposal;
  hasNext: boolean;
  isSaving: boolean;
  /** Whether a note is written that is not saved: all else is saved as it is chosen. */
  hasNote: boolean;
  onApprove: () => void;
  onDecline: () => void;
  onTakeBack: () => void;
  onFlag: () => void;
  onSaveNext: () => void;
  /** Stands between the decision and its buttons. */
  children: ReactNode;
};

/** What is done a hundred times a day, always in sight: one press each. */
export function DecisionActions({ proposal, hasNext, isSaving, hasNote, children, ...on }: Props) {
  const { decision, decided_at: decidedAt, decided_by_name: decider, flagged } = proposal;
  return (
    <>
      <p className={`${css.standing} row`}>
        <DecisionBadge decision={decision} withdrawal={proposal.withdrawal} />
        {decision !== 'undecided' && decidedAt && (
          <span>
            <time dateTime={decidedAt}>{formatShortDate(decidedAt)}</time>
            {decider && <span>{` ${roomLabels.by(decider)}`}</span>}
          </span>
        )}
        <NotAnnounced proposal={proposal} />
        {decision !== 'undecided' && (
          <Button variant="quiet" isSmall onClick={on.onTakeBack}>
            {roomLabels.takeBack}
          </Button>
        )}
      </p>
      {children}
      <div className={css.decide}>
        <KeyButton
          label={decision === 'approved' ? roomLabels.approved : roomLabels.approve}
          hotkey="a"
          isOn={decision === 'approved'}
          onClick={on.onApprove}
        />
        <KeyButton
          label={decision === 'declined' ? roomLabels.editReason : roomLabels.decline}
          hotkey="d"
          isOn={decision === 'declined'}
          onClick={on.onDecline}
        />
        <KeyButton
          label={flagged ? roomLabels.flagged : roomLabels.flag}
          hotkey="f"
          isOn={flagged === true}
          onClick={on.onFlag}
        />
        {(hasNext || hasNote) && (
          <Button
            className={css.saveNext}
            isBusy={isSaving}
            aria-keyshortcuts="s Control+Enter"
            onClick={on.onSaveNext}
          >
            <span>{labelOf(hasNext, hasNote)}</span>
            <KeyCap isHint>s</KeyCap>
            <KeyCap isHint isWhileWriting>
              {CTRL_ENTER}
            </KeyCap>
          </Button>
        )}
      </div>
    </>
  );
}

const labelOf = (hasNext: boolean, hasNote: boolean): string => {
  if (!hasNote) return roomLabels.next;
  return hasNext ? roomLabels.saveNext : roomLabels.saveLast;
};

type KeyButtonProps = { label: string; hotkey: string; isOn: boolean; onClick: () => void };

const KeyButton = ({ label, hotkey, isOn, onClick }: KeyButtonProps) => (
  <Button
    variant="secondary"
    className={css.keyButton}
    aria-pressed={isOn}
    aria-keyshortcuts={hotkey}
    onClick={onClick}
  >
    <span>{label}</span>
    <KeyCap isHint>{hotkey}</KeyCap>
  </Button>
);

/** The last decision, as long as it can be revoked; or why it was refused. */
export function DeskMessage({ desk }: { desk: Desk }) {
  const { undo, problem } = desk;
  return (
    <div className={messageCss.said} role="status">
      {undo && (
        <UndoLine
          key={undo.startedAt}
          undo={undo}
          onUndo={desk.takeBack}
          onOver={desk.dismissUndo}
        />
      )}
      {problem && (
        <p className={messageCss.refused} role="alert">
          <span>
            <b>{problem.business}</b>: <span>{problem.message}</span>{' '}
            <Link to={paths.submission({ id: problem.id })}>{roomLabels.goThere}</Link>
          </span>
          <button type="button" aria-label={roomLabels.dismiss} onClick={desk.dismissProblem}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}

function UndoLine({
  undo,
  onUndo,
  onOver,
}: {
  undo: Undo;
  onUndo: () => void;
  onOver: () => void;
}) {
  const seconds = useSecondsUntil(undo.endsAt);
  useEffect(() => {
    if (seconds === 0) onOver();
  }, [seconds, onOver]);
  return (
    <p className={messageCss.undo}>
      <span>
        <b>{undo.sentence}</b>
        {DOT}
        <span>{undo.business}</span>
      </span>
      <Button
        variant="secondary"
        isSmall
        aria-keyshortcuts="u"
        aria-label={roomLabels.undo}
        onClick={onUndo}
      >
        <span aria-hidden="true">
          {seconds === undefined ? roomLabels.undo : roomLabels.undoUntil(seconds)}
        </span>
      </Button>
    </p>
  );
}

/** What waits for the announcement of its program; it leads there. Seconds to undo are none. */
const NotAnnounced = ({ proposal }: { proposal: Proposal }) =>
  proposal.is_announced === false &&
  (proposal.undo_seconds ?? 0) === 0 && (
    <Link to={paths.announcing({ id: proposal.program_id })}>{roomLabels.notAnnounced}</Link>
  );
