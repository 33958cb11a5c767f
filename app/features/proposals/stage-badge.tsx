import type { Decision } from '#domain/proposals/decision-rules.ts';
import {
  formatApproval,
  formatStage,
  INITIAL_STAGE,
  UNDECIDED,
  type FundingStage,
} from '#domain/proposals/rules.ts';
import { Badge } from '#app/ui/badge.tsx';
import css from './stage-badge.module.css';

const DECLINED = 'Declined';

/** The funding stage in words; gold while the proposal is undecided. */
export const StageBadge = ({ stage }: { stage: FundingStage }) => (
  <Badge tone={stage === INITIAL_STAGE ? 'wait' : 'good'}>{formatStage(stage)}</Badge>
);

/** The decision as shown to the applicant; the reason for declining is shown elsewhere. */
export const DecisionBadge = ({ decision }: { decision: Decision }) =>
  decision === 'declined' ? (
    <Badge tone="bad">{DECLINED}</Badge>
  ) : (
    <ApprovalBadge isApproved={decision === 'approved'} />
  );

/**
 * Approved or Unapproved. The latter is not a refusal, so an undecided proposal's badge says that
 * it is not decided yet.
 */
export const ApprovalBadge = ({ isApproved }: { isApproved: boolean }) => (
  <span>
    <Badge tone={isApproved ? 'good' : 'plain'}>{formatApproval(isApproved)}</Badge>
    {!isApproved && (
      <span className={css.undecided} data-aside="">
        {' '}
        {UNDECIDED}
      </span>
    )}
  </span>
);
