/** Scores and ranks of a round's entries, from the reviews that count. */
import {
  hundredthsOf,
  rankEntries,
  scoreEntries,
  totalOf,
  type GivenTotal,
  type Ranking,
} from '#domain/judging/score-rules.ts';
import { isUnfinished } from '#domain/judging/rules.ts';
import { sha256Of } from '../rounds/presentation.ts';
import { isSealed } from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import type { EntryRow } from './entry-store.ts';
import type { ReviewRow } from './review-store.ts';

type CountedReview = Pick<ReviewRow, 'entry_id' | 'judge_id' | 'state' | 'scores' | 'entry_state'>;

const countedOf = (
  { criteria }: Pick<RoundRow, 'criteria'>,
  reviews: readonly CountedReview[],
): GivenTotal[] =>
  reviews.flatMap((one) => {
    if (one.state !== 'submitted' || one.entry_state !== 'in') return [];
    const total = totalOf(criteria, one.scores);
    return total === undefined ? [] : [{ entry: one.entry_id, judge: one.judge_id, total }];
  });

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const rounded = (value: number): number => hundredthsOf(value) / 100;

/** Mean and spread of each judge's totals, and how much more than others they gave. */
export function leansOf(
  round: RoundRow,
  reviews: readonly CountedReview[],
): Map<string, { mean: number; sd: number | null; lean: number }> {
  const given = countedOf(round, reviews);
  const byJudge = Map.groupBy(given, ({ judge }) => judge);
  return new Map(
    [...scoreEntries(given).leans].map(([judge, lean]) => {
      const totals = byJudge.get(judge)!.map(({ total }) => total);
      const mean = meanOf(totals);
      const squares = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0);
      const sd = totals.length > 1 ? rounded(Math.sqrt(squares / (totals.length - 1))) : null;
      return [judge, { mean: rounded(mean), sd, lean: rounded(lean) }];
    }),
  );
}

export type Standing = {
  entry: EntryRow;
  totals: number[];
  /** In hundredths. */
  score: number | undefined;
};
export type Results = {
  standings: Map<string, Standing>;
  ranking: Ranking;
  sigma: number | null;
  /** Entries with a review that is not given yet. */
  unfinished: ReadonlySet<string>;
};

/**
 * Everything that follows from the reviews; entries that are out are in none of it. Sealed scores
 * stand, although reviews may be gone.
 */
export function resultsOf(
  round: RoundRow,
  entries: readonly EntryRow[],
  reviews: readonly CountedReview[],
): Results {
  const given = countedOf(round, reviews);
  const { scores, sigma } = scoreEntries(given);
  const byEntry = Map.groupBy(given, ({ entry }) => entry);
  const scoreOf = ({ id, score }: EntryRow): number | undefined => {
    const exact = isSealed(round) ? (score ?? undefined) : scores.get(id);
    return exact === undefined ? undefined : hundredthsOf(Number(exact));
  };
  const standings = new Map(
    entries
      .filter(({ state }) => state === 'in')
      .map((entry) => {
        const totals = (byEntry.get(entry.id) ?? []).map(({ total }) => total);
        return [entry.id, { entry, totals, score: scoreOf(entry) }];
      }),
  );
  const rankable = [...standings].map(([id, { score, entry }]) => ({
    id,
    score,
    lot: sha256Of(`${round.seed}:${entry.key}`),
  }));
  const ranking = rankEntries(rankable, {
    places: round.places!,
    nearPoints: round.near_points,
    nearTies: round.near_ties,
  });
  const unfinished = new Set(
    reviews.filter(({ state }) => isUnfinished(state)).map(({ entry_id }) => entry_id),
  );
  return { standings, ranking, sigma, unfinished };
}
