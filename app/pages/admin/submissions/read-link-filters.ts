import { answerFiltersIn } from '#app/features/submissions/filters.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';

/** No control sets any value of these; for the others, a control sets one value only. */
const NAMES = [
  'applicant_id',
  'decided_by',
  'is_approved',
  'received_from',
  'received_to',
  'label',
];
/** Filters that usually are a chip; a link may set the opposite. */
export const OF_TWO_SENSES = [
  'unread',
  'flagged',
  'has_unread_messages',
  'has_open_request',
  'unannounced',
  'possible_duplicate',
  'one_of_several',
] as const;

/** A person that a link filters by but who has no matches: no option names them. */
export function missingAssignee(
  search: URLSearchParams,
  summary: ProposalSummary | undefined,
): string | undefined {
  const asked = search.get('assigned_to');
  if (!asked || !summary || ['me', 'nobody'].includes(asked)) return undefined;
  return summary.assigned.some(({ id }) => id === asked) ? undefined : asked;
}

/** Whether the address has a filter that no control shows; answers are always shown. */
export const hasLinkFilter = (
  search: URLSearchParams,
  summary: ProposalSummary | undefined,
): boolean =>
  NAMES.some((name) => search.get(name)) ||
  answerFiltersIn(search).length > 0 ||
  OF_TWO_SENSES.some((name) => isOtherSense(search.get(name))) ||
  missingAssignee(search, summary) !== undefined;

/** Their own chips only set "true". */
export const isOtherSense = (value: string | null): value is string =>
  Boolean(value) && value !== 'true';
