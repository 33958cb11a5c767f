/** Figures and how they are printed. */

export type Row = {
  what: string;
  ours: string;
  /** CPU time per request, all threads together. */
  cpu?: string;
  baseline?: string;
  ratio?: string;
  target?: string;
  isMet?: boolean;
};

/** The median; the mean of the two middle figures if their number is even. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share of all is at or below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

/** "median (min–max)". */
export const spread = (values: number[], unit = ''): string =>
  `${digits(median(values))}${unit} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;

/** Rates, and CPU time per request (empty if the process is unknown), of each round. */
export type Pair = {
  ours: number[];
  baseline: number[];
  cpuMs: number[];
  baselineCpuMs: number[];
};

/**
 * A row that compares both sides round by round: a slow moment of the machine affects both of them.
 */
export function compared(
  what: string,
  { ours, baseline, cpuMs }: Pair,
  unit: string,
  target?: number,
): Row {
  const ratios = ours.map((value, index) => value / baseline[index]!);
  const row = {
    what,
    ours: spread(ours, unit),
    ...(cpuMs.length > 0 && { cpu: spread(cpuMs, ' ms') }),
    baseline: spread(baseline, unit),
    ratio: spread(ratios),
  };
  return target === undefined
    ? row
    : { ...row, target: `≥ ${target}`, isMet: median(ratios) >= target };
}

/** A row with a figure that must stay below a limit. */
export const limited = (what: string, values: number[], unit: string, below: number): Row => ({
  what,
  ours: spread(values, unit),
  target: `< ${below}${unit}`,
  isMet: median(values) < below,
});

function verdict({ isMet }: Row): string {
  if (isMet === undefined) return '';
  return isMet ? 'met' : 'MISSED';
}

export function printRows(name: string, rows: Row[]): void {
  const head = [name, 'ours', 'CPU each', 'bare Node', 'ratio', 'target', ''];
  const table = [
    head,
    ...rows.map((row) => [
      row.what,
      row.ours,
      row.cpu ?? '',
      row.baseline ?? '',
      row.ratio ?? '',
      row.target ?? '',
      verdict(row),
    ]),
  ];
  const widths = head.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)));
  const lines = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, '-'.repeat(Math.max(...lines.map((line) => line.length))));
  console.log(`${lines.join('\n')}\n`);
}
