/** Closing a round, and the scores and ranks that follow from its reviews: contract §9.7. */
import type { z } from 'zod';
import { foldText } from '#domain/fold-text.ts';
import type {
  RankedEntry,
  RankingQuery,
  RankingSummary,
  reopenInput,
} from '#domain/judging/ranking-schema.ts';
import { isUnfinished } from '#domain/judging/rules.ts';
import {
  hundredthsOf,
  rankEntries,
  scoreEntries,
  totalOf,
  type Ranking,
  decimalsOf,
  WIDE,
} from '#domain/judging/score-rules.ts';
import { seesContacts } from '#domain/permissions.ts';
import { invalid } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { foldedWordsOf } from '../db/search.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import {
  isSealed,
  changeOnce,
  changeRound,
  requireClosed,
  requireRound,
  requireState,
  requireVisibleRound,
} from '../rounds/service.ts';
import { sha256Of } from '../rounds/setup.ts';
import type { RoundRow } from '../rounds/store.ts';
import { moveKeys } from '../sessions/store.ts';
import { fill } from './assignment.ts';
import { type EntryRow, listEntries, listMarks, marksOf, type Marks } from './entry-store.ts';
import { countLate } from './pitch-store.ts';
import { recount } from './pitch-versions.ts';
import { type ReviewRow, listReviews, listScored, lockSubmitted } from './review-store.ts';

type CountedReview = Pick<ReviewRow, 'entry_id' | 'judge_id' | 'state' | 'scores' | 'entry_state'>;

const countedOf = ({ criteria }: Pick<RoundRow, 'criteria'>, reviews: readonly CountedReview[]) =>
  reviews.flatMap((one) => {
    if (one.state !== 'submitted' || one.entry_state !== 'in') return [];
    const total = totalOf(criteria, one.scores);
    return total === undefined ? [] : [{ entry: one.entry_id, judge: one.judge_id, total }];
  });

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const roundedOf = (value: number): number => hundredthsOf(value) / 100;

/** Mean and spread of each judge's totals, and how much more than others they gave. */
export function leansOf(round: RoundRow, reviews: readonly CountedReview[]) {
  const given = countedOf(round, reviews);
  const byJudge = Map.groupBy(given, ({ judge }) => judge);
  return new Map(
    [...scoreEntries(given).leans].map(([judge, lean]) => {
      const totals = byJudge.get(judge)!.map(({ total }) => total);
      const mean = meanOf(totals);
      const squares = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0);
      const sd = totals.length > 1 ? roundedOf(Math.sqrt(squares / (totals.length - 1))) : null;
      return [judge, { mean: roundedOf(mean), sd, lean: roundedOf(lean) }] as const;
    }),
  );
}

type Standing = {
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
function resultsOf(
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

/** From now on reviews cannot be edited. */
export const closeRound = (context: UserContext, id: string) =>
  changeOnce(context, id, { call: 'rounds.close', content: id }, async (tx, round) => {
    requireState(round, 'open');
    await changeRound(context, tx, round, { state: 'closed', closed_at: context.clock() });
    await audit(tx, context, 'round.close', 'round', id);
  });

/** For a public reason; submitted reviews stay as they are. */
export function reopenRound(
  context: UserContext,
  id: string,
  { reason, closes_at }: z.output<typeof reopenInput>,
) {
  const once = { call: 'rounds.reopen', content: [id, reason, closes_at] };
  return changeOnce(context, id, once, async (tx, round) => {
    requireState(round, 'closed');
    const now = context.clock();
    if (closes_at <= now) throw invalid({ closes_at: ROUND.later });
    const isPitch = round.kind === 'pitch';
    if (isPitch) {
      const late = await countLate(tx, id, round.closed_at ?? now);
      const reviews = (await listReviews(tx, id)).filter((one) => late.has(one.id));
      await recount(tx, round, reviews, now);
    }
    await lockSubmitted(tx, id, round.closed_at);
    const reopened = JSON.stringify([...round.reopened, { at: now.toISOString(), reason }]);
    await changeRound(context, tx, round, { state: 'open', closes_at, closed_at: null, reopened });
    await audit(tx, context, 'round.reopen', 'round', id, { reason });
    if (!isPitch) return;
    await moveKeys(tx, { roundId: id, closesAt: closes_at, now });
    // Who could not judge before may do so now.
    await fill(context, tx, await requireRound(context, id, tx));
  });
}

export const readResults = async (db: Executor, round: RoundRow) =>
  resultsOf(round, await listEntries(db, round.id), await listScored(db, round.id));

/** Notes are for admins; who sees no phone numbers is not told of equal ones. */
export async function readMarks({ db, actor }: UserContext, roundId: string): Promise<Marks> {
  const marks = await listMarks(db.read, roundId, seesContacts(actor.role));
  return actor.role === 'admin' ? marks : { ...marks, notes: new Map() };
}

const toNumber = (hundredths: number | null | undefined): number | null =>
  hundredths === null || hundredths === undefined ? null : hundredths / 100;

function presentStanding(
  round: RoundRow,
  { ranking, sigma, unfinished }: Results,
  { entry, totals, score }: Standing,
): Omit<RankedEntry, keyof ReturnType<typeof marksOf>> & { id: string } {
  const count = totals.length;
  const spread = Math.max(...totals) - Math.min(...totals);
  const isShort =
    round.kind === 'pitch' ? unfinished.has(entry.id) : count < round.reviews_per_proposal;
  return {
    id: entry.id,
    rank: ranking.ranks.get(entry.id) ?? null,
    ...{ proposal_id: entry.proposal_id, code: entry.code, region: entry.region },
    ...{ business_name: entry.business_name, outcome: entry.outcome },
    reviews: count,
    mean: count > 0 ? roundedOf(meanOf(totals)) : null,
    score: toNumber(score),
    error: sigma === null || count === 0 ? null : roundedOf(sigma / Math.sqrt(count)),
    spread: count > 0 ? roundedOf(spread) : null,
    is_near: ranking.near.has(entry.id),
    flags: [
      ...(isShort ? (['short'] as const) : []),
      ...(count > 0 && spread >= WIDE ? (['wide'] as const) : []),
    ],
  };
}

async function rank(context: UserContext, id: string) {
  const round = await requireVisibleRound(context, id);
  requireClosed(round);
  const results = await readResults(context.db.read, round);
  const rows = results.ranking.order.map((entryId) =>
    presentStanding(round, results, results.standings.get(entryId)!),
  );
  return { round, results, rows };
}

export async function listRanking(
  context: UserContext,
  id: string,
  { is_near, flag, q, skip, limit }: RankingQuery,
) {
  const words = foldedWordsOf(q);
  const found = (await rank(context, id)).rows.filter(
    (row) =>
      (is_near === undefined || row.is_near === is_near) &&
      (flag === undefined || row.flags.includes(flag)) &&
      words.every((word) => foldText(`${row.code} ${row.business_name ?? ''}`).includes(word)),
  );
  const marks = await readMarks(context, id);
  const items = found
    .slice(skip, skip + limit)
    .map(({ id: entryId, ...row }) => ({ ...row, ...marksOf(marks, entryId) }));
  return { items, total: found.length };
}

export async function summariseRanking(context: UserContext, id: string): Promise<RankingSummary> {
  const { round, results, rows } = await rank(context, id);
  const count = (flag: 'short' | 'wide') => rows.filter(({ flags }) => flags.includes(flag)).length;
  return {
    entries: rows.length,
    places: round.places!,
    line: toNumber(results.ranking.line),
    sigma: results.sigma === null ? null : roundedOf(results.sigma),
    near: results.ranking.near.size,
    short: count('short'),
    wide: count('wide'),
  };
}

const COLUMNS = [
  ...['Rank', 'Code', 'Business Name', 'Region', 'Reviews', 'Mean', 'Score', 'Error'],
  ...['Spread', 'Near', 'Flags', 'Outcome', 'Proposal Id'],
];

export async function exportRanking(context: UserContext, id: string): Promise<string> {
  const text = (value: number | null) =>
    value === null ? '' : decimalsOf(Math.round(value * 100));
  const { rows } = await rank(context, id);
  const lines = rows.map((row) =>
    csvLine([
      row.rank === null ? '' : String(row.rank),
      row.code,
      row.business_name ?? '',
      row.region,
      String(row.reviews),
      ...[row.mean, row.score, row.error, row.spread].map(text),
      row.is_near ? 'yes' : '',
      row.flags.join(' '),
      row.outcome ?? '',
      row.proposal_id ?? '',
    ]),
  );
  return BYTE_ORDER_MARK + csvLine(COLUMNS) + lines.join('');
}
