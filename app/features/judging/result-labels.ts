/** The words of a proposal's results, for its applicant and for admins. */
import { formatStage } from '#domain/proposals/rules.ts';
import { describeOrder, lowestSelected } from '#domain/judging/result-words.ts';
import type { Result } from '#domain/judging/record-schema.ts';

export const resultLabels = {
  title: 'Results',
  failed: 'The results could not be loaded.',
  loading: 'Loading the results',
  selected: 'This proposal was selected.',
  notSelected: 'This proposal was not selected.',
  unranked: 'It isn’t ranked: none of its reviews could be counted.',
  toComments: 'Scores, and what the judges wrote',
  noLine: 'Every proposal had a place.',
  reason: (reason: string): string => `Why this differs from the ranking: ${reason}`,
  byLot:
    'Proposals with scores this close together were put in order by lot, as the rules of the round say.',
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
  checkTitle: 'Check it yourself',
  checkText: 'Anyone can check the full ranking. It lists this proposal only under this key:',
} as const;

const figure = (count: number) => count.toLocaleString('en-GB');

/** "You came 3rd of 9 with a score of 70.00. The lowest score selected was 65.00." */
export function describeRank(
  { rank, score, entries, line, lowest_selected: lowest }: Result,
  isOwn: boolean,
): string {
  if (rank === null || score === null) return resultLabels.unranked;
  const own = describeOrder(isOwn ? 'You' : 'This proposal', rank, entries, score.toFixed(2));
  if (line === null) return `${own} ${resultLabels.noLine}`;
  return lowest === null ? own : `${own} ${lowestSelected(lowest.toFixed(2))}`;
}

/** What a selected one of a final round gets. */
export const describeGrant = ({ funding_stage: stage, amount }: Result): string =>
  [
    ...(stage ? [`Funding stage: ${formatStage(stage)}.`] : []),
    ...(amount === null ? [] : [`Amount: GHS ${figure(amount)}.`]),
  ].join(' ');

export const describeReaders = (reviews: number): string =>
  reviews === 1 ? 'One judge read it.' : `${reviews} judges read it.`;
