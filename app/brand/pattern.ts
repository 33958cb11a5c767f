/**
 * The grammar of the brand's patterns. A pattern is defined row by row: every row gives the left
 * half of its threads, one letter each, and is mirrored; a prefix such as `x3` repeats it. The rows
 * are mirrored too, so that motifs are symmetric.
 */
export type Pattern = {
  ground: string;
  threads: Record<string, string>;
  rows: readonly string[];
  isMirrored?: boolean;
};
type PatternShape = {
  width: number;
  height: number;
  paths: { colour: string; d: string }[];
};

const REPEAT = /^x(\d+) /;

export function readRows({ rows, isMirrored = true }: Pattern): string[] {
  const unfolded = rows.flatMap((row) => {
    const times = Number(REPEAT.exec(row)?.[1] ?? 1);
    const half = row.replace(REPEAT, '');
    return Array<string>(times).fill(half + [...half].reverse().join(''));
  });
  return isMirrored ? [...unfolded, ...unfolded.toReversed()] : unfolded;
}

/** Cached: drawing each pattern every time would be a quarter of the work on a page. */
const drawn = new WeakMap<Pattern, PatternShape>();

/**
 * One path per colour of thread, in units of one thread; equal runs in neighbouring rows become one
 * block.
 */
export function drawPattern(pattern: Pattern): PatternShape {
  const shape = drawn.get(pattern) ?? drawThreads(pattern);
  drawn.set(pattern, shape);
  return shape;
}

function drawThreads(pattern: Pattern): PatternShape {
  const rows = readRows(pattern);
  const paths = Object.entries(pattern.threads).map(([letter, colour]) => ({
    colour,
    d: drawThread(rows, letter),
  }));
  return { width: rows[0]?.length ?? 0, height: rows.length, paths };
}

function drawThread(rows: string[], letter: string): string {
  const blocks: string[] = [];
  const seen = new Set<string>();
  rows.forEach((row, y) => {
    for (const [x, length] of runsOf(row, letter)) {
      if (seen.has(`${x},${y},${length}`)) continue;
      let height = 0;
      while (
        rows[y + height] &&
        runsOf(rows[y + height]!, letter).some(
          ([otherX, other]) => otherX === x && other === length,
        )
      ) {
        seen.add(`${x},${y + height},${length}`);
        height += 1;
      }
      blocks.push(`M${x} ${y}h${length}v${height}h-${length}`);
    }
  });
  return blocks.join('');
}

function runsOf(row: string, letter: string): [number, number][] {
  return [...row.matchAll(new RegExp(`${letter}+`, 'g'))].map((match) => [
    match.index,
    match[0].length,
  ]);
}
