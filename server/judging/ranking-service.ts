/** Closing a round, and what follows from its reviews: contract §9.7. */
import { foldText } from '#domain/fold-text.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import type { RankedEntry, RankingQuery, RankingSummary } from '#domain/judging/ranking-schema.ts';
import { decimalsOf, hundredthsOf, WIDE } from '#domain/judging/score-rules.ts';
import { seesContacts } from '#domain/permissions.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { foldedWordsOf } from '../db/search.ts';
import type { Executor } from '../db/open.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import {
  changeRound,
  lockRound,
  present,
  requireRound,
  requireState,
  requireVisibleRound,
} from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import { moveKeys } from '../sessions/store.ts';
import { listEntries, listMarks, marksOf, type Marks } from './entry-store.ts';
import { fill } from './leaving-service.ts';
import { countLate } from './pitch-store.ts';
import { recount } from './pitch-versions.ts';
import { listReviews, listScored, lockSubmitted } from './review-store.ts';
import { resultsOf, type Results, type Standing } from './scores.ts';

type Change = (tx: Executor, round: RoundRow) => Promise<void>;

/** Changes a round once, and answers it. */
async function changeOnce(
  context: UserContext,
  once: { call: string; content: unknown },
  id: string,
  change: Change,
): Promise<ApiResponse> {
  const { answer } = await writeOnce(context, once, async (tx) => {
    await change(tx, await lockRound(context, tx, id));
    const { round } = await present(context, await requireRound(context, id, tx), tx);
    return { body: round satisfies Round };
  });
  return answer;
}

/** From now on reviews cannot be edited. */
export const closeRound = (context: UserContext, id: string): Promise<ApiResponse> =>
  changeOnce(context, { call: 'rounds.close', content: id }, id, async (tx, round) => {
    requireState(round, 'open');
    await changeRound(context, tx, round, { state: 'closed', closed_at: context.clock() });
    await audit(tx, context, 'round.close', 'round', id);
  });

type Reopening = { reason: string; closes_at: Date };

/** For a public reason; submitted reviews stay as they are. */
export const reopenRound = (
  context: UserContext,
  id: string,
  { reason, closes_at }: Reopening,
): Promise<ApiResponse> =>
  changeOnce(
    context,
    { call: 'rounds.reopen', content: [id, reason, closes_at] },
    id,
    async (tx, round) => {
      requireState(round, 'closed');
      const now = context.clock();
      if (closes_at <= now) throw invalid({ closes_at: ROUND.later });
      if (round.kind === 'pitch') {
        const late = await countLate(tx, id, round.closed_at ?? now);
        const reviews = await listReviews(tx, id);
        await recount(
          tx,
          round,
          reviews.filter((one) => late.has(one.id)),
          now,
        );
      }
      await lockSubmitted(tx, id, round.closed_at);
      const reopened = [...round.reopened, { at: now.toISOString(), reason }];
      await changeRound(context, tx, round, {
        state: 'open',
        closes_at,
        closed_at: null,
        reopened: JSON.stringify(reopened),
      });
      await audit(tx, context, 'round.reopen', 'round', id, { reason });
      if (round.kind !== 'pitch') return;
      await moveKeys(tx, { roundId: id, closesAt: closes_at, now });
      // Who could not judge before may do so now.
      await fill(context, tx, await requireRound(context, id, tx));
    },
  );

export function requireClosed({ state }: RoundRow): void {
  if (state === 'draft' || state === 'open')
    throw new Problem('round_open', JUDGING_RULES.roundOpen);
}

export const readResults = async (db: Executor, round: RoundRow): Promise<Results> =>
  resultsOf(round, await listEntries(db, round.id), await listScored(db, round.id));

/** Notes are for admins; who sees no phone numbers is not told of equal ones. */
export async function readMarks({ db, actor }: UserContext, roundId: string): Promise<Marks> {
  const marks = await listMarks(db.read, roundId, seesContacts(actor.role));
  return actor.role === 'admin' ? marks : { ...marks, notes: new Map() };
}

const toNumber = (hundredths: number | null | undefined): number | null =>
  hundredths === null || hundredths === undefined ? null : hundredths / 100;

const roundedOf = (value: number): number => hundredthsOf(value) / 100;

function presentStanding(
  round: RoundRow,
  { ranking, sigma, unfinished }: Results,
  { entry, totals, score }: Standing,
): Omit<RankedEntry, keyof ReturnType<typeof marksOf>> & { id: string } {
  const count = totals.length;
  const mean = totals.reduce((sum, total) => sum + total, 0) / count;
  const spread = Math.max(...totals) - Math.min(...totals);
  const isShort =
    round.kind === 'pitch' ? unfinished.has(entry.id) : count < round.reviews_per_proposal;
  return {
    id: entry.id,
    rank: ranking.ranks.get(entry.id) ?? null,
    proposal_id: entry.proposal_id,
    code: entry.code,
    business_name: entry.business_name,
    region: entry.region,
    reviews: count,
    mean: count > 0 ? roundedOf(mean) : null,
    score: toNumber(score),
    error: sigma === null || count === 0 ? null : roundedOf(sigma / Math.sqrt(count)),
    spread: count > 0 ? roundedOf(spread) : null,
    is_near: ranking.near.has(entry.id),
    flags: [
      ...(isShort ? (['short'] as const) : []),
      ...(count > 0 && spread >= WIDE ? (['wide'] as const) : []),
    ],
    outcome: entry.outcome,
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
): Promise<{ items: RankedEntry[]; total: number }> {
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
