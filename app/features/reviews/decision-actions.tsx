import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { DecisionBadge } from '#app/features/proposals/stage-badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
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
  /** What the last button saves beside what is saved already. */
  saves: string;
  onApprove: () => void;
  onDecline: () => void;
  onTakeBack: () => void;
  onFlag: () => void;
  onSaveNext: () => void;
  /** Stands between the decision and its buttons. */
  children: ReactNode;
};

/** What is done a hundred times a day, always in sight: one press each. */
export function DecisionActions({ proposal, hasNext, isSaving, saves, children, ...on }: Props) {
  const { decision, decided_at: decidedAt, decided_by_name: decider, flagged } = proposal;
  return (
    <>
      <p className={`${css.standing} row`}>
        <DecisionBadge decision={decision} />
        {decision !== 'undecided' && decidedAt && (
          <span>
            <time dateTime={decidedAt}>{formatShortDate(decidedAt)}</time>
            {decider && <span>{` ${roomLabels.by(decider)}`}</span>}
          </span>
        )}
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
        <Button
          className={css.saveNext}
          isBusy={isSaving}
          aria-keyshortcuts="s"
          aria-describedby="saves"
          onClick={on.onSaveNext}
        >
          <span>{hasNext ? roomLabels.saveNext : roomLabels.saveLast}</span>
          <KeyCap isHint>s</KeyCap>
        </Button>
      </div>
      <small
        id="saves"
        className={`${css.saves} note`}
        data-idle={saves === roomLabels.savesNothing || undefined}
      >
        {saves}
      </small>
    </>
  );
}

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
