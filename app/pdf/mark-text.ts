import type { Match } from './find-text.ts';

/** Names in the style sheet: `::highlight(pdf-found)`. */
const [FOUND, CURRENT] = ['pdf-found', 'pdf-current'];

type Marks = { all: Range[]; current: Range[] };
const marked = new Map<object, Marks>();

/** Highlights the matches of one page; without matches, removes all highlights. */
export function markText(
  page: object,
  spans: readonly HTMLElement[],
  matches: readonly Match[],
  current: Match | undefined,
): Range | undefined {
  const rangesOf = (match: Match): Range[] =>
    match.flatMap(({ item, from, to }) => {
      const text = spans[item]?.firstChild;
      if (!text || to > (text.nodeValue?.length ?? 0)) return [];
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return [range];
    });
  const currentRanges = current ? rangesOf(current) : [];
  if (matches.length === 0) marked.delete(page);
  else marked.set(page, { all: matches.flatMap(rangesOf), current: currentRanges });
  show();
  return currentRanges[0];
}

function show(): void {
  // Browsers without it find and scroll to matches, but do not colour them.
  if (!('highlights' in CSS)) return;
  const all = [...marked.values()];
  CSS.highlights.set(FOUND!, new Highlight(...all.flatMap((marks) => marks.all)));
  const current = new Highlight(...all.flatMap((marks) => marks.current));
  current.priority = 1;
  CSS.highlights.set(CURRENT!, current);
}
