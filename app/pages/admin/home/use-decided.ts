import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { useSummary } from '#app/features/submissions/use-summary.ts';

/** Counts of what is approved and of what is declined, within the same filters. */
export type DecisionSummaries = Record<'approved' | 'declined', ProposalSummary | undefined>;

export function useDecided(filters: Record<string, string> = {}): DecisionSummaries {
  const { data: approved } = useSummary({ ...filters, decision: 'approved' });
  const { data: declined } = useSummary({ ...filters, decision: 'declined' });
  return { approved, declined };
}
