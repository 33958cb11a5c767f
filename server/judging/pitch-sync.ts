/** What a phone in the hall asks and sends: its key, the pack, and scores: contract §9.9. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { HOUR_MS } from '#domain/constants.ts';
import { readInstant } from '#domain/dates.ts';
import { REVIEWING } from '#domain/judging/messages.ts';
import { keyEndOf, timeOf, type Said } from '#domain/judging/pitch-rules.ts';
import {
  pack,
  readSyncEntry,
  type Pack,
  type SyncEntry,
  type SyncInput,
  type SyncResult,
} from '#domain/judging/pitch-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import { Problem, type ProblemCode } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { hashToken } from '../http/guards.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { peopleOf } from '../members/store.ts';
import { createSemaphore } from '../pool/fair-queue.ts';
import {
  isSealed,
  requireOpened,
  requireRound,
  requireUnsealed,
  requirePitch,
  slotIn,
} from '../rounds/service.ts';
import { sha256Of } from '../rounds/setup.ts';
import { listPanel, lockRoundRow, type RoundRow } from '../rounds/store.ts';
import { boundedAgent, deleteKeys, deleteOldestKeys, sessions } from '../sessions/store.ts';
import { leaveReviews } from './assignment.ts';
import { declareTie } from './conflict-service.ts';
import { listKeys, listPitchers, markJudge } from './pitch-store.ts';
import { add, readKnown, store, type Known } from './pitch-versions.ts';
import { listReviewsOf, type ReviewRow } from './review-store.ts';

/** A pitch round that was opened, of which the caller is or was a judge: else 404, then 409. */
async function requireJudged(context: UserContext, id: string, db: Executor) {
  const round = await requireRound(context, id, db);
  const isMember = (await listPanel(db, id)).includes(context.actor.id);
  const own = (await listReviewsOf(db, context.actor.id)).filter(
    ({ round_id }) => round_id === round.id,
  );
  if (!isMember && own.length === 0) throw new Problem('not_found', ROUND.notFound);
  requirePitch(round);
  requireOpened(round);
  return { round, own, isOut: !isMember };
}

const KEYS = 5;
/** How long the key of a desk is valid. */
const DESK_MS = 14 * HOUR_MS;

function expiryOf({ actor }: UserContext, { closes_at }: RoundRow, now: Date) {
  if (actor.role === 'admin') return new Date(now.getTime() + DESK_MS);
  const end = keyEndOf(closes_at!, now);
  if (end <= now) throw new Problem('round_not_open', ROUND.notOpen);
  return end;
}

/** The round of a key: of a judge one that is or was theirs. */
async function requireKeyed(context: UserContext, id: string, db: Executor) {
  if (context.actor.role === 'judge') return (await requireJudged(context, id, db)).round;
  const round = await requireRound(context, id, db);
  requirePitch(round);
  return round;
}

/**
 * A token for one round, so that nobody needs a mailed code in a hall. It is made of what the client
 * keeps, its `Idempotency-Key`, and a salt: a second try gets the same one, and it is stored nowhere.
 */
export async function createKey(context: UserContext, id: string): Promise<ApiResponse> {
  const { actor, clock, userAgent } = context;
  const secret = context.idempotencyKey ?? randomBytes(32);
  const keyFrom = (salt: string) => createHmac('sha256', secret).update(salt).digest('base64url');
  const once = { call: 'rounds.scoringKey', content: id, isSecret: true };
  const { answer } = await writeOnce(context, once, async (tx) => {
    if (isId(id)) await lockRoundRow(tx, id);
    const round = await requireKeyed(context, id, tx);
    requireOpened(round);
    requireUnsealed(round);
    const now = clock();
    const expires_at = expiryOf(context, round, now);
    const salt = randomBytes(32).toString('base64url');
    await deleteOldestKeys(tx, { userId: actor.id, roundId: id, now, left: KEYS - 1 });
    await sessions.insert(tx, {
      ...{ id: randomUUID(), token_hash: hashToken(keyFrom(salt)), user_id: actor.id },
      ...{ user_agent: boundedAgent(userAgent), created_at: now, last_used_at: now },
      ...{ expires_at, round_id: id },
    });
    await audit(tx, context, 'key.create', 'round', id, { until: expires_at });
    return { body: { salt, expires_at: expires_at.toISOString() } };
  });
  const { salt, expires_at } = answer.body as { salt: string; expires_at: string };
  return { status: 201, body: { key: keyFrom(salt), expires_at } };
}

/** Ends all own ones of the round. */
export async function endKeys(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    await requireKeyed(context, id, tx);
    const keys = await deleteKeys(tx, context.actor.id, id);
    if (keys > 0) await audit(tx, context, 'key.end', 'round', id, { keys });
  });
}

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const presentOwn = ({ id, state, declared_at, revision, scores, ...texts }: ReviewRow) => ({
  ...{ review_id: id, review_state: state, declared: declared_at !== null, revision, scores },
  has_texts: Boolean(texts.strength || texts.next_step || texts.note),
});
/** A conflict bars the judge. */
const NO_REVIEW = {
  ...{ review_id: null, review_state: null, declared: false, revision: null },
  ...{ scores: {}, has_texts: false },
};

const showRound = shownBy(pack.shape.round);

async function presentPack({ db, actor }: UserContext, round: RoundRow, own: ReviewRow[]) {
  const pitchers = await listPitchers(db.read, round.id);
  const ids = pitchers.map(({ proposal_id }) => proposal_id!);
  const people = await peopleOf(db.read, ids);
  const byEntry = new Map(own.map((review) => [review.entry_id, review]));
  const entries = pitchers.map((one) => {
    const review = byEntry.get(one.id);
    const everybody = [one, ...(people.get(one.proposal_id!) ?? [])];
    return {
      ...{ order: one.place!, code: one.code, business_name: one.business_name },
      applicant_name: everybody
        .map(({ first_name, last_name }) => `${first_name} ${last_name}`)
        .join(', '),
      ...{ region: one.region, sector: one.business_sector, state: one.state },
      slot_at: instantOf(slotIn(round, one.place)),
      ...{ started_at: instantOf(one.started_at), ended_at: instantOf(one.ended_at) },
      ...(review ? presentOwn(review) : NO_REVIEW),
    };
  });
  const judge = { id: actor.id, name: actor.name ?? '' };
  return { round: showRound(round), judge, entries } satisfies Pack;
}

/** All that a phone needs for the day, in one answer; 304 where it has this one already. */
export async function getPack(context: UserContext, id: string): Promise<ApiResponse> {
  const { round, own } = await requireJudged(context, id, context.db.read);
  const shown = await presentPack(context, round, own);
  const of = { round_id: round.id, judge_id: context.actor.id };
  await context.db
    .writeUnsynced((tx) => markJudge(tx, of, { pack_at: context.clock() }))
    .catch((error) => context.log.warn({ err: error }, 'the last pack could not be recorded'));
  const answer = single(shown, sha256Of(JSON.stringify(shown)).slice(0, 32));
  const isKnown = context.ifNoneMatch
    ?.split(',')
    .some((tag) => tag.trim() === answer.headers!['etag']);
  return isKnown ? { status: 304, headers: answer.headers! } : answer;
}

/** What a version says of the pitch, without what it says of the judge. */
export const saidIn = (entry: Partial<SyncEntry>): Said =>
  Object.fromEntries(
    (['scores', 'strength', 'next_step', 'note', 'not_heard'] as const)
      .filter((name) => entry[name] !== undefined)
      .map((name) => [name, entry[name]]),
  );

/** It was answered whether there is a tie: `store` writes that. */
export function markDeclared(known: Known, now: Date) {
  const { review } = known;
  if (review.declared_at !== null) return;
  known.review = { ...review, declared_at: now, revision: review.revision + 1 };
  known.isDeclared = true;
}

/** A tie recuses, whatever was scored before or since. */
export async function applyTie(
  context: UserContext,
  tx: Executor,
  { round, known, judgeId }: { round: RoundRow; known: Known; judgeId: string },
  said: Partial<Pick<SyncEntry, 'kind' | 'reason'>>,
) {
  const { review } = known;
  if (review.proposal_id === null) return;
  const of = { judge_id: judgeId, proposal_id: review.proposal_id };
  const tie = await declareTie(context, tx, of, said);
  if (isSealed(round) || !(isActive(review.state) || review.state === 'abstained')) return;
  await leaveReviews(context, tx, [{ review, state: 'recused', reason: tie.reason }]);
  known.review = { ...review, state: 'recused', revision: review.revision + 1 };
}

const readSent = (sent: unknown): Date | undefined =>
  typeof sent === 'string' ? readInstant(sent) : undefined;
const isUndeclared = ({ review }: Known, { has_conflict }: SyncEntry): boolean =>
  has_conflict === undefined && review.declared_at === null;

/** Whether a version of now counts: a review that a reopening locked stays as of the closing. */
const isCounted = (round: RoundRow, { review }: Known, time: Date): boolean =>
  round.state === 'open' &&
  (!review.is_locked || (review.locked_at !== null && time <= review.locked_at));

/** A hall sends at once, and waits for one round: not with all connections to the database. */
const runInTurn = createSemaphore(2);

/** Each stands alone: none stops another. Nothing of it is lost, and nothing counts twice. */
export const syncScores = (context: UserContext, id: string, input: SyncInput) =>
  runInTurn(() => takeScores(context, id, input));

const NO_PROBLEM: Pick<SyncResult, 'code' | 'message'> = { code: null, message: null };
type Sending = { changedAt: Date; device: string; isOut: boolean; now: Date };

function takeOne(round: RoundRow, one: Known, value: SyncEntry, { isOut, now, ...sent }: Sending) {
  const { has_conflict, kind, reason } = value;
  const version = add(
    one,
    {
      ...{ source: 'phone', said: saidIn(value), content: { has_conflict, kind, reason }, ...sent },
      ...{ n: value.n, clientKey: value.key, isCounted: isCounted(round, one, sent.changedAt) },
      // One that was removed does not count whatever it says.
      isWaiting: isOut && one.review.state !== 'removed',
    },
    now,
  );
  if (has_conflict !== undefined) markDeclared(one, now);
  return version;
}

async function takeScores(
  context: UserContext,
  id: string,
  { device, sent_at, entries }: SyncInput,
) {
  const once = { call: 'rounds.sync', content: [id, device, entries] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    if (isId(id)) await lockRoundRow(tx, id);
    const { round, own, isOut } = await requireJudged(context, id, tx);
    if (round.reviews_deleted_at) throw new Problem('round_released', ROUND.released);
    const now = context.clock();
    const sentAt = readSent(sent_at);
    const read = entries.map((entry) => readSyncEntry(entry, round.criteria));
    const of = { round_id: round.id, judge_id: context.actor.id };
    const keys = read.flatMap(({ key }) => key ?? []);
    const came = await listKeys(tx, of, keys);
    const sent = read.flatMap(({ value }) => value?.review_id ?? []);
    const named = new Set([...sent, ...came.values()]);
    const reviews = own.filter((one) => named.has(one.id));
    const known = await readKnown(tx, reviews);
    const results: Omit<SyncResult, 'revision'>[] = [];
    const added = [];
    const ties: { one: Known; value: SyncEntry }[] = [];
    for (const { value, key, review_id, message } of read) {
      const before = came.get(key ?? '');
      const one = value && known.get(value.review_id);
      const tell = (reviewId: string | null, result: SyncResult['result'], why = NO_PROBLEM) =>
        results.push({ key, review_id: reviewId, result, ...why });
      const refuse = (code: ProblemCode, words: string) =>
        tell(value?.review_id ?? review_id, 'refused', { code, message: words });
      if (before !== undefined) tell(before, 'known');
      else if (!value) refuse('invalid', message);
      else if (!one) refuse('not_found', REVIEWING.notFound);
      else if (isUndeclared(one, value)) refuse('not_declared', REVIEWING.notDeclared);
      else {
        const changedAt = timeOf(value.changed_at, sentAt, now);
        const version = takeOne(round, one, value, { changedAt, device, isOut, now });
        added.push(version);
        came.set(value.key, one.review.id);
        tell(one.review.id, version.result as SyncResult['result']);
        if (value.has_conflict) ties.push({ one, value });
      }
    }
    await store(context, tx, round, { known, added });
    for (const { one, value } of ties)
      await applyTie(context, tx, { round, known: one, judgeId: of.judge_id }, value);
    await markJudge(tx, of, { sent_at: now });
    const revisionOf = (reviewId: string | null) => known.get(reviewId ?? '')?.review.revision;
    return {
      body: {
        results: results.map((one) => ({ ...one, revision: revisionOf(one.review_id) ?? null })),
        reviews: [...known.values()].map(({ review: { id: reviewId, ...review } }) => ({
          ...{ id: reviewId, state: review.state, revision: review.revision },
          scores: review.scores,
        })),
      },
    };
  });
  context.notifyMail();
  return answer;
}
