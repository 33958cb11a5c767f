/** Searches the text of a PDF: the pieces of lines that its pages consist of. */
export type Piece = { str: string; hasEOL: boolean };
/** A part of one piece, from and to these character positions. */
type Part = { piece: number; from: number; to: number };
/** One match; a match across two pieces has two parts. */
export type Match = readonly Part[];

/** Matches per page at most. */
export const MOST_MATCHES = 1_000;

/** Every match of the words, in any case; line breaks count as spaces. */
export function findText(pieces: readonly Piece[], words: string): Match[] {
  const wanted = fold(words.trim().replace(/\s+/g, ' '));
  if (!wanted) return [];
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of pieces) {
    starts.push(text.length);
    text += fold(str) + (hasEOL ? ' ' : '');
  }
  const matches: Match[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0 && matches.length < MOST_MATCHES;
    at = text.indexOf(wanted, at + wanted.length)
  )
    matches.push(partsOf(pieces, starts, at, at + wanted.length));
  return matches;
}

/** Lower case with the same length, so that positions are valid in the original text. */
function fold(text: string): string {
  const lower = text.toLowerCase().replace(/\s/g, ' ');
  return lower.length === text.length ? lower : text;
}

function partsOf(
  pieces: readonly Piece[],
  starts: readonly number[],
  from: number,
  to: number,
): Match {
  const parts: Part[] = [];
  for (let piece = lastUpTo(starts, from); piece < pieces.length && starts[piece]! < to; piece++) {
    const start = starts[piece]!;
    const part = {
      piece,
      from: Math.max(from - start, 0),
      to: Math.min(to - start, pieces[piece]!.str.length),
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
