/** The words of a proposal's results, for its applicant and for admins. */
import type { Result } from '#domain/judging/record-schema.ts';

export const resultLabels = {
  title: 'Results',
  failed: 'The results could not be loaded.',
  loading: 'Loading the results',
  selected: 'This proposal was selected.',
  notSelected: 'This proposal was not selected.',
  unranked: 'It has no rank, because none of its reviews count.',
  noLine: 'Every proposal had a place.',
  lineText: 'The line is halfway between the last proposal with a place and the first without one.',
  criterion: 'Criterion',
  mine: 'This proposal',
  average: 'Average of the selected',
  scale: 'Each criterion was scored from 1 to 5.',
  fewSelected: 'Fewer than 5 were selected, so their average is not shown.',
  strengths: 'What was strong',
  nextSteps: 'What would make it stronger',
  noComments: 'The judges wrote no comments.',
  record: 'How it was judged',
  check: 'Find its place in the public record',
  checkText: 'Anyone can check the full ranking. It lists this proposal only under this key:',
} as const;

const figure = (count: number) => count.toLocaleString('en-GB');

/** "Rank 412 of 1,500, score 58.25. The line was 70.56." */
export function describeRank({ rank, score, entries, line }: Result): string {
  if (rank === null || score === null) return resultLabels.unranked;
  const own = `Rank ${figure(rank)} of ${figure(entries)}, score ${score.toFixed(2)}.`;
  return `${own} ${line === null ? resultLabels.noLine : `The line was ${line.toFixed(2)}.`}`;
}

export const describeReaders = (reviews: number): string =>
  reviews === 1 ? 'One judge read it.' : `${reviews} judges read it.`;
