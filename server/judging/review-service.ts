/** Reviewing: a judge reads, scores, and says what applicants are told. */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { REVIEWING } from '#domain/judging/messages.ts';
import { isScored, type Said } from '#domain/judging/pitch-rules.ts';
import type { ListReviewsQuery, Review, SaveReviewInput } from '#domain/judging/review-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Versioned } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { requireRound, requireState } from '../rounds/service.ts';
import { listRoundJudges, lockRoundRow, type RoundRow } from '../rounds/store.ts';
import { needsDeclaration, presentReview, presentReviews } from './review-presentation.ts';
import { add, readKnown, store as storeVersions } from './pitch-versions.ts';
import * as store from './review-store.ts';

export type VersionedReview = Versioned<'review', Review>;

const notFound = () => new Problem('not_found', REVIEWING.notFound);

export async function requireOwnReview(
  { actor }: UserContext,
  db: Executor,
  id: string,
): Promise<store.ReviewRow> {
  const row = isId(id) ? await store.findReview(db, id) : undefined;
  if (!row || row.judge_id !== actor.id || row.state === 'removed') throw notFound();
  return row;
}

/** In the judge's own order; those left only when they are asked for. */
export async function listReviews(
  context: UserContext,
  { round_id, state, skip, limit }: ListReviewsQuery,
): Promise<{ items: Review[]; total: number }> {
  const all = await store.listReviewsOf(context.db.read, context.actor.id);
  const found = all.filter(
    (row) =>
      row.entry_state === 'in' &&
      row.state !== 'removed' &&
      (round_id === undefined || row.round_id === round_id) &&
      (state === undefined ? isActive(row.state) : row.state === state),
  );
  const shown = found.slice(skip, skip + limit);
  return { items: await presentReviews(context, shown), total: found.length };
}

/** Reads in the transaction: what is answered is what was written, and by whom. */
export const inside = (context: UserContext, tx: Executor): UserContext => ({
  ...context,
  db: { ...context.db, read: tx as UserContext['db']['read'] },
});

export async function getReview(context: UserContext, id: string): Promise<VersionedReview> {
  const row = await requireOwnReview(context, context.db.read, id);
  return { review: await presentReview(context, row), version: row.revision };
}

/** Locked together, so that a round that closes meanwhile is waited for. */
export async function lockOwnReview(
  context: UserContext,
  tx: Executor,
  id: string,
): Promise<{ row: store.ReviewRow; round: RoundRow }> {
  const { round_id } = await requireOwnReview(context, tx, id);
  await lockRoundRow(context.db, tx, round_id);
  await store.lockReview(context.db, tx, id);
  const row = await requireOwnReview(context, tx, id);
  const round = await requireRound(context, round_id, tx);
  requireState(round, 'open');
  // In a pitch round the state only says whether scores count.
  if (row.entry_state !== 'in' && round.kind === 'reading')
    throw new Problem('round_not_open', ROUND.notOpen);
  return { row, round };
}

type Content = Pick<store.ReviewRow, 'scores' | 'strength' | 'next_step' | 'note'>;

/** The sent scores over the stored ones. */
function mergeScores(
  { criteria }: RoundRow,
  old: Content['scores'],
  sent: Record<string, unknown> = {},
): Record<string, number> {
  const known = new Set(criteria.map(({ id }) => id));
  const fields: Record<string, string> = {};
  for (const [id, score] of Object.entries(sent)) {
    if (!known.has(id)) fields[`scores.${id}`] = REVIEWING.criterion;
    else if (!Number.isInteger(score) || (score as number) < 1 || (score as number) > 5)
      fields[`scores.${id}`] = REVIEWING.score;
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { ...old, ...(sent as Record<string, number>) };
}

const TEXTS = ['strength', 'next_step', 'note'] as const;

function isSame(old: Content, content: Content): boolean {
  const ids = Object.keys(content.scores);
  return (
    ids.length === Object.keys(old.scores).length &&
    ids.every((id) => old.scores[id] === content.scores[id]) &&
    TEXTS.every((name) => old[name] === content[name])
  );
}

/** Scores take an abstention back, also those that were there before it. */
const isNews = (row: store.ReviewRow, content: Content, { scores }: Said): boolean =>
  !isSame(row, content) || (row.state === 'abstained' && isScored({ scores }));

const merge = (
  round: RoundRow,
  old: Content,
  { scores, strength, next_step, note }: SaveReviewInput,
): Content => ({
  scores: mergeScores(round, old.scores, scores),
  strength: strength ?? old.strength,
  next_step: next_step ?? old.next_step,
  note: note ?? old.note,
});

function requireWhole({ criteria, comments }: RoundRow, content: Content): void {
  const missing = criteria.filter(({ id }) => content.scores[id] === undefined);
  const fields: Record<string, string> = Object.fromEntries(
    missing.map(({ id }) => [`scores.${id}`, REVIEWING.missing]),
  );
  if (comments === 'required')
    for (const name of ['strength', 'next_step'] as const)
      if (content[name] === '') fields[name] = REVIEWING.commentMissing;
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function requireWritable(
  context: UserContext,
  { row, round }: { row: store.ReviewRow; round: RoundRow },
  revision: number | undefined,
): void {
  const isTakenBack = round.kind === 'pitch' && row.state === 'abstained';
  if (!isActive(row.state) && !isTakenBack) throw new Problem('round_not_open', REVIEWING.over);
  if (row.is_locked) throw new Problem('round_not_open', REVIEWING.locked);
  if (needsDeclaration(round, row)) throw new Problem('not_declared', REVIEWING.notDeclared);
  requireVersion(context, row.revision, SHARED_RULES.changedMeanwhile);
  if (revision !== undefined && revision !== row.revision)
    throw new Problem('changed_meanwhile', SHARED_RULES.changedMeanwhile);
}

/** In a pitch round, what was submitted by a judge who was taken out stays as it is. */
async function requireSeated(
  { actor }: UserContext,
  tx: Executor,
  { id, kind }: RoundRow,
): Promise<void> {
  if (kind === 'reading') return;
  const there = await listRoundJudges(tx, [id]);
  if (!there.some(({ judge_id }) => judge_id === actor.id))
    throw new Problem('round_not_open', REVIEWING.over);
}

/** What the judge says on the screen, now, as one more version: contract §9.9. */
export async function receiveOne(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  row: store.ReviewRow,
  said: Said,
): Promise<void> {
  const now = context.clock();
  const known = await readKnown(tx, [row]);
  const version = { reviewId: row.id, source: 'screen' as const, said, changedAt: now };
  const added = [add(known.get(row.id)!, { ...version, isCounted: true }, now)];
  await storeVersions(context, tx, round, { known, added });
}

/**
 * Merges what is sent and, with `submit`, submits it; one that was submitted stays so. What changes
 * nothing is written nowhere. In a pitch round all that is asked for is submitted by any save.
 */
export async function saveReview(
  context: UserContext,
  id: string,
  { scores, submit, revision, ...texts }: SaveReviewInput,
): Promise<VersionedReview> {
  return context.db.write(async (tx) => {
    const { row, round } = await lockOwnReview(context, tx, id);
    requireWritable(context, { row, round }, revision);
    await requireSeated(context, tx, round);
    const content: Content = merge(round, row, { scores, ...texts });
    const isSubmitted = submit === true || row.state === 'submitted';
    if (isSubmitted) requireWhole(round, content);
    if (round.kind === 'pitch') {
      const said = { ...(scores && { scores: scores as Content['scores'] }), ...texts };
      if (isNews(row, content, said)) await receiveOne(context, tx, round, row, said);
      return getReview(inside(context, tx), id);
    }
    const now = context.clock();
    const state = isSubmitted ? ('submitted' as const) : ('started' as const);
    if (state === row.state && isSame(row, content)) return getReview(inside(context, tx), id);
    await store.changeReview(tx, id, {
      ...content,
      scores: JSON.stringify(content.scores),
      state,
      revision: row.revision + 1,
      changed_at: now,
      ...(isSubmitted && { submitted_at: row.submitted_at ?? now }),
    });
    await store.insertVersion(tx, {
      id: randomUUID(),
      review_id: id,
      at: now,
      changed_at: now,
      source: 'screen',
      state,
      content: JSON.stringify(content),
    });
    if (isSubmitted)
      await audit(tx, context, 'review.submit', 'review', id, {
        scores: digestOf(JSON.stringify(content.scores)),
      });
    return getReview(inside(context, tx), id);
  });
}
