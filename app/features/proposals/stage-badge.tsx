import {
  formatApproval,
  formatStage,
  INITIAL_STAGE,
  type FundingStage,
} from '#domain/proposals/rules.ts';
import { Badge } from '#app/ui/badge.tsx';

/** The funding stage in words; gold while it waits for a decision. */
export const StageBadge = ({ stage }: { stage: FundingStage }) => (
  <Badge tone={stage === INITIAL_STAGE ? 'wait' : 'good'}>{formatStage(stage)}</Badge>
);

/** Approved or Unapproved. */
export const ApprovalBadge = ({ isApproved }: { isApproved: boolean }) => (
  <Badge tone={isApproved ? 'good' : 'plain'}>{formatApproval(isApproved)}</Badge>
);
