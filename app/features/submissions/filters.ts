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
  'has_open_request',
  'unannounced',
  'possible_duplicate',
  'one_of_several',
  'label',
  'received_from',
  'received_to',
  'on_behalf',
  'has_email',
] as const;

const ANSWER = 'answer.';

/** The filter by the answers to a question, which a program is asked by its id. */
export const answerFilter = (questionId: string): string => ANSWER + questionId;

/** The id of the question that such a filter asks by, with or without a bound. */
export const questionIn = (name: string): string =>
  name.slice(ANSWER.length).replace(/\.(from|to)$/, '');

/** The filters by answers that an address has. */
export const answerFiltersIn = (search: URLSearchParams): string[] =>
  [...new Set(search.keys())].filter((name) => name.startsWith(ANSWER));

/** Every filter that the address may have. */
export const filtersIn = (search: URLSearchParams): string[] => [
  ...FILTERS,
  ...answerFiltersIn(search),
];

/** The filters that the list, the export and the neighbours of a proposal share. */
export const readFilters = (search: URLSearchParams): Record<string, string> =>
  pickParameters(search, [...filtersIn(search), 'sort']);

/** The same without the order, which counts and bulk changes do not accept. */
export const readNarrowing = (search: URLSearchParams): Record<string, string> =>
  pickParameters(search, filtersIn(search));

export const isFiltered = (search: URLSearchParams): boolean =>
  Object.keys(readNarrowing(search)).length > 0;

/** The current list, to return to and to step through. */
export const readList = (search: URLSearchParams): string =>
  new URLSearchParams(
    pickParameters(search, [...filtersIn(search), 'sort', 'size', 'page']),
  ).toString();

/** What a saved view contains: the list without its current page. */
export const readView = (search: URLSearchParams): string =>
  new URLSearchParams(pickParameters(search, [...filtersIn(search), 'sort', 'size'])).toString();

/**
 * A proposal's screen, which remembers the list that it was opened from and its position (from 1)
 * in it.
 */
export const proposalPath = (id: string, list: string, place: number): string =>
  paths.submission({ id }, { ...(list && { list }), at: String(place) });
