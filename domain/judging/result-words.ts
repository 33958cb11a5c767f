/** How a proposal did in a round, in the words of its mail, its results and the public record. */
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const figure = (count: number): string => count.toLocaleString('en-GB');

/** "You came 1,003rd of 1,500 with a score of 70.00." */
export const describeOrder = (who: string, rank: number, of: number, score: string): string =>
  `${who} came ${figure(rank)}${ENDINGS[rules.select(rank)] ?? 'th'} of ${figure(of)} with a score of ${score}.`;

export const lowestSelected = (score: string): string => `The lowest score selected was ${score}.`;
