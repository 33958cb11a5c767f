import { paths, pickParameters } from '#app/paths.ts';

/** Parameters of the address, with the names of the API. */
export const FILTERS = [
  'q',
  'program_id',
  'sector',
  'funding_stage',
  'is_approved',
  'region',
  'decision',
  'assigned_to',
  'decided_by',
  'applicant_id',
  'flagged',
  'unread',
  'changed_since_read',
  'has_unread_messages',
  'label',
  'received_from',
  'received_to',
] as const;

/** The filters that the list, the export and the neighbours of a proposal share. */
export const readFilters = (search: URLSearchParams): Record<string, string> =>
  pickParameters(search, [...FILTERS, 'sort']);

/** The same without the order, which counts and bulk changes do not accept. */
export const readNarrowing = (search: URLSearchParams): Record<string, string> =>
  pickParameters(search, FILTERS);

export const isFiltered = (search: URLSearchParams): boolean =>
  Object.keys(readNarrowing(search)).length > 0;

/** The current list, to return to and to step through. */
export const readList = (search: URLSearchParams): string =>
  new URLSearchParams(pickParameters(search, [...FILTERS, 'sort', 'size', 'page'])).toString();

/** What a saved view contains: the list without its current page. */
export const readView = (search: URLSearchParams): string =>
  new URLSearchParams(pickParameters(search, [...FILTERS, 'sort', 'size'])).toString();

/**
 * A proposal's screen, which remembers the list that it was opened from and its position (from 1)
 * in it.
 */
export const proposalPath = (id: string, list: string, place: number): string =>
  paths.submission({ id }, { ...(list && { list }), at: String(place) });
