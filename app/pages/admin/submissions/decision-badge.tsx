import { formatApproval } from '#domain/proposals/rules.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { ApprovalBadge } from '#app/features/proposals/stage-badge.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { submissionLabels } from '#app/features/submissions/labels.ts';

/** The words of the specification, and of a decline that it is one. */
export const DecisionBadge = ({
  proposal: { decision, is_approved: isApproved },
}: {
  proposal: Pick<ListedProposal, 'decision' | 'is_approved'>;
}) =>
  decision === 'declined' ? (
    <span>
      <Badge tone="bad">{submissionLabels.declined}</Badge>
      <span data-aside="repeats"> {formatApproval(false)}</span>
    </span>
  ) : (
    <ApprovalBadge isApproved={isApproved} />
  );
