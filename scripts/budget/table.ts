import type { Visit } from './measure.ts';

/** kB is 1,000 bytes (contract.md section 6). */
const BUDGET = { first: 60_000, further: 15_000, script: 6_000, react: 0 };

const budgetOf = ({ isFirst }: Visit): number => (isFirst ? BUDGET.first : BUDGET.further);

export const isWithin = (visit: Visit): boolean => visit.bytes <= budgetOf(visit) && visit.scriptBytes <= BUDGET.script && visit.reactBytes <= BUDGET.react;

/** One line for each page: kB over the wire of how many allowed, script, React, requests. */
export function budgetTable(visits: readonly Visit[]): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6);
  const lines = visits.map((visit) => `${isWithin(visit) ? 'ok    ' : 'BREACH'} ${kB(visit.bytes)} of ${kB(budgetOf(visit))} kB  script ${kB(visit.scriptBytes)}  React ${kB(visit.reactBytes)}  ${String(visit.requests).padStart(2)} requests  ${visit.path}${visit.isFirst ? ' (first visit)' : ''}`);
  return lines.join('\n');
}
