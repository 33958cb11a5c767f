import { formatDecision, type Decision, type Standing } from '#domain/proposals/decision-rules.ts';
import {
  formatApproval,
  formatStage,
  INITIAL_STAGE,
  type FundingStage,
} from '#domain/proposals/rules.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import css from './stage-badge.module.css';

/** The funding stage in words; gold as long as there is none. */
export const StageBadge = ({ stage }: { stage: FundingStage }) => (
  <Badge tone={stage === INITIAL_STAGE ? 'wait' : 'good'}>{formatStage(stage)}</Badge>
);

/** Beside the decision: only what is approved has a stage that says anything. */
export const StageOfApproved = ({
  decision,
  funding_stage: stage,
}: {
  decision: Decision;
  funding_stage: FundingStage;
}) =>
  decision === 'approved' && stage !== INITIAL_STAGE && <span>{` · ${formatStage(stage)}`}</span>;

/** Gold waits for whoever reads it: the firm decides, its applicants wait. */
const TONES = {
  undecided: 'wait',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'plain',
} as const satisfies Record<Standing, string>;

/**
 * The decision, the same for applicants and admins. The specification's word for what is not
 * approved follows in small letters; beside Declined only for screen readers, because it adds
 * nothing.
 */
export const DecisionBadge = ({
  decision: own,
  withdrawal,
  isOwn = false,
}: {
  decision: Decision;
  withdrawal: object | null;
  isOwn?: boolean;
}) => {
  const decision: Standing = withdrawal ? 'withdrawn' : own;
  const tone = isOwn && decision === 'undecided' ? 'plain' : TONES[decision];
  return (
    <span>
      <Badge tone={tone}>{formatDecision(decision)}</Badge>
      {decision !== 'approved' && decision !== 'withdrawn' && (
        <small
          className={classNames(
            css.unapproved,
            'note',
            decision === 'declined' && 'visually-hidden',
          )}
          data-aside={decision === 'declined' ? 'repeats' : ''}
        >
          {` ${formatApproval(false)}`}
        </small>
      )}
    </span>
  );
};
