import { formatApproval } from '#domain/proposals/rules.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { ApprovalBadge } from '#app/features/proposals/stage-badge.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { submissionLabels } from '#app/features/submissions/labels.ts';
import css from './submissions-table.module.css';

type Props = { proposal: Pick<ListedProposal, 'decision' | 'is_approved'> };

/**
 * The decision, which fits into a row; the specification's word follows it, visible only to screen
 * readers where space is short.
 */
export function ListedDecision({ proposal: { decision, is_approved: isApproved } }: Props) {
  if (isApproved) return <ApprovalBadge isApproved />;
  const isDeclined = decision === 'declined';
  return (
    <span>
      <Badge tone={isDeclined ? 'bad' : 'plain'}>
        {isDeclined ? submissionLabels.declined : submissionLabels.undecided}
      </Badge>
      <span className={css.aside} data-aside={isDeclined ? 'repeats' : ''}>
        {`${isDeclined ? '' : ` ${submissionLabels.yet}`} (${formatApproval(false)})`}
      </span>
    </span>
  );
}
