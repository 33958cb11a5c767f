import { paths, pickParameters } from '#app/paths.ts';

/** Parameters of the address, named as the API names them. */
export const FILTERS = [
  'q',
  'program_id',
  'sector',
  'funding_stage',
  'is_approved',
  'region',
] as const;

/** What the list, the export and the neighbours of a proposal are asked for. */
export const readFilters = (search: URLSearchParams): Record<string, string> =>
  pickParameters(search, [...FILTERS, 'sort']);

export const isFiltered = (search: URLSearchParams): boolean =>
  Object.keys(pickParameters(search, FILTERS)).length > 0;

/** A proposal's screen, which knows the list that it was opened from and its place, from 1. */
export const proposalPath = (id: string, filters: Record<string, string>, place: number): string =>
  paths.submission({ id }, { list: new URLSearchParams(filters).toString(), at: String(place) });
