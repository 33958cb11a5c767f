import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';

/** Of these no control sets any value; of the others only one. */
const NAMES = ['applicant_id', 'received_from', 'received_to'];
const CHIPS = ['unread', 'flagged'];

/** Whom a link asks for of whom nothing matches: no option has them. */
export function missingAssignee(
  search: URLSearchParams,
  summary: ProposalSummary | undefined,
): string | undefined {
  const asked = search.get('assigned_to');
  if (!asked || !summary || ['me', 'nobody'].includes(asked)) return undefined;
  return summary.assigned.some(({ id }) => id === asked) ? undefined : asked;
}

/** Whether the address has a filter that could not be seen elsewhere. */
export const hasLinkFilter = (
  search: URLSearchParams,
  summary: ProposalSummary | undefined,
): boolean =>
  NAMES.some((name) => search.get(name)) ||
  CHIPS.some((name) => isOtherSense(search.get(name))) ||
  missingAssignee(search, summary) !== undefined;

/** Their own chips set only "true". */
export const isOtherSense = (value: string | null): value is string =>
  Boolean(value) && value !== 'true';
