/** Searches the text of a PDF: the items of lines that its pages consist of. */
export type TextItem = { str: string; hasEOL: boolean };
/** A part of one item, from and to these character positions. */
type Part = { item: number; from: number; to: number };
/** One match; a match across two items has two parts. */
export type Match = readonly Part[];

/** Matches per page at most. */
export const MOST_MATCHES = 1_000;

/** Every match of the query, in any case; line breaks count as spaces. */
export function findText(items: readonly TextItem[], query: string): Match[] {
  const wanted = fold(query.trim().replace(/\s+/g, ' '));
  if (!wanted) return [];
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of items) {
    starts.push(text.length);
    text += fold(str) + (hasEOL ? ' ' : '');
  }
  const matches: Match[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0 && matches.length < MOST_MATCHES;
    at = text.indexOf(wanted, at + wanted.length)
  )
    matches.push(partsOf(items, starts, at, at + wanted.length));
  return matches;
}

/** Lower case with the same length, so that positions are valid in the original text. */
function fold(text: string): string {
  const lower = text.toLowerCase().replace(/\s/g, ' ');
  return lower.length === text.length ? lower : text;
}

function partsOf(
  items: readonly TextItem[],
  starts: readonly number[],
  from: number,
  to: number,
): Match {
  const parts: Part[] = [];
  for (let item = lastUpTo(starts, from); item < items.length && starts[item]! < to; item++) {
    const start = starts[item]!;
    const part = {
      item,
      from: Math.max(from - start, 0),
      to: Math.min(to - start, items[item]!.str.length),
    };
    if (part.to > part.from) parts.push(part);
  }
  return parts;
}

/** The last of these ascending numbers that is not larger. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle]! <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
