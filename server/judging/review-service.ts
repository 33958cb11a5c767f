/** Reviews: a judge reads, scores, and says what applicants are told; admins read all of it. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { REVIEWING, JUDGING_RULES } from '#domain/judging/messages.ts';
import { isScored, type Said } from '#domain/judging/pitch-rules.ts';
import {
  readReview,
  reviewVersion,
  type entryReviewsQuery,
  type hideInput,
  type ListReviewsQuery,
  type SaveReviewInput,
} from '#domain/judging/review-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { isDocumentKind } from '#domain/proposals/rules.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { audit } from '../audit.ts';
import { inside, requireVersion, type UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { readNames } from '../judges/store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import {
  missingDocument,
  requireUnlocked,
  requireOwnPage,
  showDocument,
  toAnswer,
  type readAsked,
} from '../proposals/documents.ts';
import { findDocument } from '../proposals/store.ts';
import { requireClosed, requireRound, requireState } from '../rounds/service.ts';
import { listPanel, lockRoundRow, type RoundRow } from '../rounds/store.ts';
import { findEntry } from './entry-store.ts';
import { findCopy } from './judged-store.ts';
import { add, isSame, readKnown, store as storeVersions, type Content } from './pitch-versions.ts';
import {
  needsDeclaration,
  presentReview,
  presentReviews,
  presentTotal,
} from './review-presentation.ts';
import * as store from './review-store.ts';

const notFound = () => new Problem('not_found', REVIEWING.notFound);

async function requireOwnReview({ actor }: UserContext, db: Executor, id: string) {
  const row = isId(id) ? await store.findReview(db, id) : undefined;
  if (!row || row.judge_id !== actor.id || row.state === 'removed') throw notFound();
  return row;
}

/** In the judge's own order; those left only when they are asked for. */
export async function listReviews(
  context: UserContext,
  { round_id, state, skip, limit }: ListReviewsQuery,
) {
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

export async function getReview(context: UserContext, id: string) {
  const row = await requireOwnReview(context, context.db.read, id);
  return { review: await presentReview(context, row), version: row.revision };
}

/** Locked together, so that a round that closes meanwhile is waited for. */
export async function lockOwnReview(context: UserContext, tx: Executor, id: string) {
  const { round_id } = await requireOwnReview(context, tx, id);
  await lockRoundRow(tx, round_id);
  await store.lockReview(tx, id);
  const row = await requireOwnReview(context, tx, id);
  const round = await requireRound(context, round_id, tx);
  requireState(round, 'open');
  // In a pitch round the state only says whether scores count.
  if (row.entry_state !== 'in' && round.kind === 'reading')
    throw new Problem('round_not_open', ROUND.notOpen);
  return { row, round };
}

/** The sent scores over the stored ones. */
function mergeScores(
  { criteria }: RoundRow,
  old: Content['scores'],
  sent: Record<string, unknown> = {},
): Content['scores'] {
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

function requireWhole({ criteria, comments }: RoundRow, content: Content) {
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
) {
  const isTakenBack = round.kind === 'pitch' && row.state === 'abstained';
  if (!isActive(row.state) && !isTakenBack) throw new Problem('round_not_open', REVIEWING.over);
  if (row.is_locked) throw new Problem('round_not_open', REVIEWING.locked);
  if (needsDeclaration(round, row)) throw new Problem('not_declared', REVIEWING.notDeclared);
  requireVersion(context, row.revision, SHARED_RULES.changedMeanwhile);
  if (revision !== undefined && revision !== row.revision)
    throw new Problem('changed_meanwhile', SHARED_RULES.changedMeanwhile);
}

/** In a pitch round, what was submitted by a judge who was taken out stays as it is. */
async function requireSeated({ actor }: UserContext, tx: Executor, { id, kind }: RoundRow) {
  if (kind === 'reading' || (await listPanel(tx, id)).includes(actor.id)) return;
  throw new Problem('round_not_open', REVIEWING.over);
}

/** What the judge says on the screen, now, as one more version: contract §9.9. */
export async function receiveOne(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  row: store.ReviewRow,
  said: Said,
) {
  const now = context.clock();
  const known = await readKnown(tx, [row]);
  const version = { source: 'screen' as const, said, changedAt: now };
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
) {
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
    const given = JSON.stringify(content.scores);
    await store.changeReview(tx, id, {
      ...{ ...content, scores: given, state, revision: row.revision + 1, changed_at: now },
      ...(isSubmitted && { submitted_at: row.submitted_at ?? now }),
    });
    await store.insertVersion(tx, {
      ...{ id: randomUUID(), review_id: id, at: now, changed_at: now, source: 'screen' },
      ...{ state, content: JSON.stringify(content) },
    });
    if (isSubmitted)
      await audit(tx, context, 'review.submit', 'review', id, { scores: digestOf(given) });
    return getReview(inside(context, tx), id);
  });
}

const presentRead = shownBy(readReview);

/** Of one entry, or of all; once closed: else 409. Reading is logged. */
export async function listEntryReviews(
  context: UserContext,
  roundId: string,
  { proposal_id: proposalId }: z.output<typeof entryReviewsQuery>,
) {
  const round = await requireRound(context, roundId);
  requireClosed(round);
  const { read } = context.db;
  const entry =
    proposalId === undefined || !isId(proposalId)
      ? undefined
      : await findEntry(read, round.id, proposalId);
  if (proposalId !== undefined && !entry)
    throw new Problem('not_found', JUDGING_RULES.entryNotFound);
  const rows = entry
    ? await store.listReviewsOfEntry(read, entry.id)
    : await store.listReviews(read, round.id);
  const judgeIds = rows.map(({ judge_id }) => judge_id);
  const names = await readNames(read, judgeIds);
  const [kind, id] = entry ? (['entry', entry.id] as const) : (['round', round.id] as const);
  await context.db.write((tx) => audit(tx, context, 'entry.read', kind, id));
  return rows.map((row) =>
    presentRead({
      ...{ ...row, total: presentTotal(round, row.scores) },
      judge: { id: row.judge_id, name: names.get(row.judge_id) ?? '' },
    }),
  );
}

export async function hideReview(
  context: UserContext,
  id: string,
  { is_hidden, reason }: z.output<typeof hideInput>,
) {
  const once = { call: 'reviews.hide', content: [id, is_hidden, reason] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const row = isId(id) ? await store.lockReview(tx, id) : undefined;
    if (!row) throw notFound();
    await refuseTied(context, tx, [row.proposal_id]);
    if (row.is_hidden === is_hidden) return { body: { id, is_hidden } };
    if (is_hidden && reason === undefined) throw invalid({ reason: JUDGING_RULES.withdrawReason });
    await store.changeReview(tx, id, { is_hidden });
    const changes = { is_hidden: [row.is_hidden, is_hidden], reason };
    await audit(tx, context, 'review.hide', 'review', id, changes);
    return { body: { id, is_hidden } };
  });
  return answer;
}

const presentVersion = shownBy(reviewVersion);

export async function listVersions(context: UserContext, id: string) {
  const { read } = context.db;
  if (context.actor.role === 'judge') await requireOwnReview(context, read, id);
  else {
    const row = isId(id) ? await store.findReview(read, id) : undefined;
    if (!row) throw notFound();
    const { state } = await requireRound(context, row.round_id);
    if (state === 'open') throw new Problem('round_open', JUDGING_RULES.roundOpen);
  }
  // In a pitch round a version says only what it changes.
  const silent = { scores: {}, strength: '', next_step: '', note: '' };
  return (await store.listVersions(read, id)).map((row) =>
    presentVersion({ ...row, ...silent, ...(row.content as object) }),
  );
}

export async function viewDocument(
  context: UserContext,
  { id, kind }: { id: string; kind: string },
  asked: ReturnType<typeof readAsked>,
): Promise<ApiResponse> {
  requireOwnPage(asked);
  const row = await requireOwnReview(context, context.db.read, id);
  const round = await requireRound(context, row.round_id);
  const isShown = round.shows_documents && isActive(row.state) && !needsDeclaration(round, row);
  const found =
    isShown && row.proposal_id !== null && isDocumentKind(kind)
      ? await (round.is_blind
          ? findCopy(context.db.read, { proposalId: row.proposal_id, kind })
          : findDocument(context.db.read, 'all', { proposalId: row.proposal_id, kind }))
      : undefined;
  if (!found) throw missingDocument();
  requireUnlocked(context, found);
  const name = `${row.code}-${found.kind.replace('_', '-')}.pdf`;
  return toAnswer(await showDocument(context, { ...found, name }, asked));
}
