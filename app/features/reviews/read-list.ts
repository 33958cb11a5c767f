/** The list that a proposal was opened from, as its address carries it. */
import { readFilters } from '#app/features/submissions/filters.ts';

/** What a list may call its page size. */
const SIZES = ['limit', 'size', 'per_page', 'page_size'];
const PAGE_SIZE = 10;

export type ListAddress = {
  /** The value of `?list=`, to be passed on. */
  text: string;
  filters: Record<string, string>;
  /** Of the proposal, counted from 1; else of the first row of the list's page. */
  place: number;
};

/**
 * Null if the proposal was not opened from a list; the unfiltered list has a place, but no text.
 */
export function readList(search: URLSearchParams): ListAddress | null {
  const text = search.get('list') ?? '';
  if (!search.has('list') && !search.has('at')) return null;
  const list = new URLSearchParams(text);
  const size = numberOf(SIZES.map((name) => list.get(name)).find(Boolean)) ?? PAGE_SIZE;
  const page = numberOf(list.get('page')) ?? 1;
  return {
    text,
    filters: readFilters(list),
    place: numberOf(search.get('at')) ?? (page - 1) * size + 1,
  };
}

function numberOf(text: string | null | undefined): number | undefined {
  const number = Number(text);
  return text && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/**
 * A part of the list as it was when the reader arrived: decisions remove rows from their own
 * filter, and moving on still works. `start`: rows before the first one.
 */
export type ListPart = { start: number; total: number; ids: readonly string[] };
type Step = { id: string; place: number };
export type Steps = {
  place: number;
  total: number;
  isListed: boolean;
  previous?: Step;
  next?: Step;
};

/** The neighbours of the proposal; if it has left the list, the next one has its place. */
export function stepsOf({ start, total, ids }: ListPart, id: string, place: number): Steps {
  const found = ids.indexOf(id);
  const isListed = found >= 0;
  const at = isListed ? found : Math.min(Math.max(place - 1 - start, 0), ids.length);
  const step = (index: number): Step | undefined => {
    const target = ids[index];
    return target === undefined ? undefined : { id: target, place: start + index + 1 };
  };
  return {
    place: start + at + 1,
    total,
    isListed,
    ...named('previous', step(at - 1)),
    ...named('next', step(isListed ? at + 1 : at)),
  };
}

const named = <Name extends string>(name: Name, step: Step | undefined) =>
  (step ? { [name]: step } : {}) as { [Key in Name]?: Step };

/**
 * Appends later rows of the list. As rows that left its filter have moved the others up, some are
 * repeated.
 */
export function extendPart(part: ListPart, further: readonly string[]): ListPart {
  const known = new Set(part.ids);
  return { ...part, ids: [...part.ids, ...further.filter((id) => !known.has(id))] };
}

/** Where to continue, so that nothing is skipped although `total` has become smaller. */
export const nextStart = (part: ListPart, total: number): number =>
  Math.max(0, part.start + part.ids.length - Math.max(0, part.total - total));
