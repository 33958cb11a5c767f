/** One change of many proposals: all or nothing, each with its own audit entry and mail. */
import { setImmediate as breathe } from 'node:timers/promises';
import { REVIEWS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROPOSAL, REVIEW_RULES } from '#domain/proposals/messages.ts';
import { assignEvenly, refusesReason } from '#domain/proposals/decision-rules.ts';
import type { BulkAnswer, BulkInput, Refused } from '#domain/reviews/bulk-schema.ts';
import { BULK } from '#domain/reviews/messages.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Db, Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import type { Answer } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import {
  fieldChanges,
  planReview,
  queueReviewMails,
  stampsOf,
  type PlannedReview,
  type Reviewed,
} from '../proposals/decision-service.ts';
import { filtersFor } from '../proposals/list-service.ts';
import { findMatching } from '../proposals/list-store.ts';
import { findActiveAdmins, type ActiveAdmin } from '../proposals/store.ts';
import * as store from './bulk-store.ts';

const CALL = 'POST /proposals/admin/bulk';
/** Mails are long. */
const MAILS_PER_STATEMENT = 100;

type Plan = {
  planned: PlannedReview[];
  unchanged: number;
  refused: Refused;
  shares: BulkAnswer['shares'];
};

/**
 * Changes up to 2,000 proposals, or says what that would do. Refuses 409 `changed_meanwhile` when
 * another number matches than was expected, 409 `some_refused` when some refuse and are not to be
 * skipped, and 422 too many, a reason without a decline, or assignees who are no active admins.
 */
export async function changeMany(context: UserContext, input: BulkInput): Promise<Answer> {
  if (input.preview) return { body: await preview(context, input) };
  const once = { call: CALL, content: input };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  const { answer, isReplay } = await writeOnce(context, once, (tx) => write(context, tx, input));
  if (!isReplay) context.notifyMail();
  return answer;
}

async function preview(context: UserContext, input: BulkInput): Promise<BulkAnswer> {
  const ids = await findIds(context, context.db, input);
  const rows = await store.findReviewed(context.db.read, ids.filter(isId));
  requireExpected(input, rows.size);
  const { planned, unchanged, refused, shares } = await makePlan(context.db.read, input, ids, rows);
  return { would_change: planned.length, unchanged, refused, ...(shares && { shares }) };
}

async function write(context: UserContext, tx: Executor, input: BulkInput): Promise<Answer> {
  const ids = await findIds(context, { ...context.db, read: tx }, input);
  const known = ids.filter(isId);
  await store.lockProposals(context.db, tx, known);
  const rows = await store.findReviewed(tx, known);
  requireExpected(input, rows.size);
  const { planned, unchanged, refused, shares } = await makePlan(tx, input, ids, rows);
  if (refused.length > 0 && !input.skip_refused)
    throw new Problem('some_refused', BULK.refused(refused.length), { refused });
  await writeAll(context, tx, planned);
  const body: BulkAnswer = { changed: planned.length, unchanged, refused };
  return { body: { ...body, ...(shares && { shares }) } };
}

/** Refuses 422 more than may be changed at once. */
async function findIds(
  context: UserContext,
  db: Db,
  { ids, filter }: BulkInput,
): Promise<string[]> {
  if (!filter) return ids!;
  const found = await findMatching(db, filtersFor(context, filter), REVIEWS.bulk);
  if (found.total > REVIEWS.bulk) throw invalid({ filter: BULK.tooMany(found.total) });
  return found.ids;
}

function requireExpected({ expected_total: expected }: BulkInput, total: number): void {
  if (expected !== undefined && expected !== total)
    throw new Problem('changed_meanwhile', BULK.changed(expected, total), { status: 409 });
}

async function makePlan(
  db: Executor,
  { change }: BulkInput,
  ids: string[],
  rows: Map<string, Reviewed>,
): Promise<Plan> {
  const { assign_evenly, not_own_region, ...asked } = change;
  if (asked.assigned_to && (await findActiveAdmins(db, [asked.assigned_to])).length === 0)
    throw invalid({ 'change.assigned_to': REVIEW_RULES.assigneeGone });
  const people = assign_evenly && (await requireAssignees(db, assign_evenly));
  const there = ids.flatMap((id) => rows.get(id) ?? []);
  const shared = people && assignEvenly(there, people, not_own_region === true);
  const plan: Plan = { planned: [], unchanged: 0, refused: [], shares: undefined };
  for (const id of ids) {
    const old = rows.get(id);
    const full = shared ? { ...asked, assigned_to: shared.get(id) } : asked;
    const reason = refusalOf(old, full, shared !== undefined);
    if (reason) plan.refused.push({ id, reason });
    const planned = !reason && planReview(old!, full);
    if (planned) plan.planned.push(planned);
    else if (!reason) plan.unchanged += 1;
  }
  return { ...plan, shares: people && countShares(people, shared!) };
}

type Asked = Omit<BulkInput['change'], 'assign_evenly' | 'not_own_region'>;

function refusalOf(old: Reviewed | undefined, asked: Asked, isShared: boolean): string | undefined {
  if (!old) return PROPOSAL.notFound;
  if (refusesReason(old, asked)) return REVIEW_RULES.reasonAlone;
  return isShared && asked.assigned_to === undefined ? BULK.nobodyElse : undefined;
}

/** In the order in which they were chosen. */
async function requireAssignees(db: Executor, ids: string[]): Promise<ActiveAdmin[]> {
  const found = new Map((await findActiveAdmins(db, ids)).map((person) => [person.id, person]));
  if (found.size < ids.length) throw invalid({ 'change.assign_evenly': BULK.assigneesGone });
  return ids.map((id) => found.get(id)!);
}

const countShares = (
  people: ActiveAdmin[],
  shared: Map<string, string | undefined>,
): BulkAnswer['shares'] => {
  const given = [...shared.values()];
  return people.map(({ id, first_name, last_name }) => ({
    id,
    name: `${first_name} ${last_name}`,
    count: given.filter((taker) => taker === id).length,
  }));
};

async function writeAll(
  context: UserContext,
  tx: Executor,
  planned: PlannedReview[],
): Promise<void> {
  if (planned.length === 0) return;
  for (const alike of groupAlike(planned)) await writeAlike(context, tx, alike);
  for (const batch of store.batchesOf(planned)) {
    const entries = batch.map((one) => ({ id: one.old.id, changes: fieldChanges(one) }));
    await auditAll(tx, context, 'proposals.review', 'proposal', entries);
    await breathe();
  }
  for (const batch of store.batchesOf(planned, MAILS_PER_STATEMENT)) {
    await queueReviewMails(context, tx, batch, true);
    await breathe();
  }
  await raiseVersion(tx, 'proposals');
}

/** Those whose columns change in the same way. */
function groupAlike(planned: PlannedReview[]): PlannedReview[][] {
  const groups = new Map<string, PlannedReview[]>();
  for (const one of planned) {
    const key = JSON.stringify([one.changes, one.next.decision, one.isShown]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

async function writeAlike(
  context: UserContext,
  tx: Executor,
  alike: PlannedReview[],
): Promise<void> {
  const [first] = alike as [PlannedReview];
  const changes = { ...first.changes, ...stampsOf(context, first) };
  for (const batch of store.batchesOf(alike)) {
    const ids = batch.map(({ old }) => old.id);
    await store.changeProposals(tx, ids, changes, first.isShown);
    await breathe();
  }
}
