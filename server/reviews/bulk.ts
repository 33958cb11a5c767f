/**
 * One change of many proposals: all or nothing, each with its own audit entry and mail; and its
 * undoing.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { REVIEWS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import {
  isSameNews,
  refusesReason,
  refusesText,
  reviewAfter,
  isCorrection,
  type News,
} from '#domain/proposals/decision-rules.ts';
import { PROPOSAL, REVIEW_RULES } from '#domain/proposals/messages.ts';
import { BULK, shareEvenly, type Sharing } from '#domain/reviews/rules.ts';
import {
  bulkInput,
  bulkResponse,
  undoResponse,
  type BulkInput,
  type BulkResponse,
  type RefusedProposal,
} from '#domain/reviews/schema.ts';
import { tellAssigned } from '../accounts/account-service.ts';
import { auditAll } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { batchesOf, isId } from '../db/table.ts';
import type { Db, Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { calls, reply } from '../http/calls.ts';
import { nestDotted } from '../http/entrance.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { changeLabels, planLabels, requireLabels } from '../labels/labels.ts';
import { labelsOf } from '../labels/store.ts';
import { findActiveAdmins, type ActiveAdmin } from '../proposals/store.ts';
import {
  announceAtOnce,
  fieldChanges,
  planReview,
  stampsOf,
  withAssignee,
  type PlannedReview,
  type ReviewedProposal,
  findHolds,
  mailOf,
} from '../proposals/decisions.ts';
import { keepProgramsOf, toldOf, findRead } from '../proposals/review-store.ts';
import { filtersFor } from '../proposals/lists.ts';
import { findMatching } from '../proposals/list-store.ts';
import * as store from './store.ts';

const CALL = 'POST /proposals/admin/bulk';

type Plan = {
  planned: PlannedReview[];
  unchanged: number;
  refused: RefusedProposal;
} & Pick<BulkResponse, 'shares' | 'left_over'>;

async function changeMany(context: UserContext, input: BulkInput) {
  if (input.preview) return { body: await preview(context, input) };
  const once = { call: CALL, content: input };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  const { answer, isReplay } = await writeOnce(context, once, (tx) => write(context, tx, input));
  if (!isReplay) context.notifyMail();
  if (!isReplay) context.notifyAnnouncements();
  return answer;
}

async function preview(context: UserContext, input: BulkInput) {
  const ids = await findIds(context, context.db, input);
  const rows = await store.findReviewed(context.db.read, ids.filter(isId));
  requireExpected(input, rows.size);
  const all = await makePlan(context, context.db.read, input, ids, rows);
  const { planned, ...plan } = all;
  const labels = await planBulkLabels(context.db.read, input, [...rows.keys()], all);
  const unchanged = plan.unchanged - labels.alone;
  const changing = new Set([...planned.map(({ old }) => old.id), ...labels.ids]);
  const changed = ids.flatMap((id) => (changing.has(id) ? rows.get(id)! : []));
  const concerned = await describeConcerned(context, changed, planned, input.all_names);
  return { would_change: changed.length, ...plan, unchanged, ...concerned };
}

async function write(context: UserContext, tx: Executor, input: BulkInput) {
  const ids = await findIds(context, { ...context.db, read: tx }, input);
  const known = ids.filter(isId);
  await keepProgramsOf(tx, known);
  await store.lockProposals(tx, known);
  const rows = await store.findReviewed(tx, known);
  requireExpected(input, rows.size);
  const all = await makePlan(context, tx, input, ids, rows);
  const { planned, ...plan } = all;
  const { refused } = plan;
  if (refused.length > 0 && !input.skip_refused)
    throw new Problem('some_refused', BULK.refused(refused.length), { refused });
  const labels = await planBulkLabels(tx, input, [...rows.keys()], all);
  const run = randomUUID();
  await writeAll(context, tx, planned, run);
  await writeBulkLabels(context, tx, labels);
  const unchanged = plan.unchanged - labels.alone;
  const waiting = planned.filter((one) => isWaiting(context, one)).length;
  const body: BulkResponse = {
    ...{ changed: planned.length + labels.alone, ...plan, unchanged },
    ...(waiting > 0 && { run_id: run, undo_seconds: context.config.undoSeconds, waiting }),
  };
  return { body };
}

/** Whether the applicant will hear of it, but can't have heard of it yet. */
const isWaiting = ({ config }: UserContext, { old, next, isShown }: PlannedReview) =>
  isShown &&
  config.undoSeconds > 0 &&
  old.announces === 'at_once' &&
  !isSameNews(toldOf(old), next);

async function findIds(context: UserContext, db: Db, { ids, filter }: BulkInput) {
  if (!filter) return ids!;
  const { sort, ...asked } = filter;
  const found = await findMatching(db, { ...filtersFor(context, asked), sort }, REVIEWS.bulk);
  if (found.total > REVIEWS.bulk) throw invalid({ filter: BULK.tooMany(found.total) });
  return found.ids;
}

function requireExpected({ expected_total: expected }: BulkInput, total: number) {
  if (expected !== undefined && expected !== total)
    throw new Problem('changed_meanwhile', BULK.changed(expected, total), { status: 409 });
}

async function makePlan(
  context: UserContext,
  db: Executor,
  input: BulkInput,
  ids: string[],
  rows: Map<string, ReviewedProposal>,
) {
  const { change } = input;
  const { assign_evenly, not_own_region, each, ...asked } = withAssignee(context, change);
  if (asked.assigned_to && (await findActiveAdmins(db, [asked.assigned_to])).length === 0)
    throw invalid({ 'change.assigned_to': REVIEW_RULES.assigneeGone });
  const alike = () => asked;
  if (!assign_evenly) return refuseUndecidable(context, db, planAll(ids, rows, alike));
  const people = await requireAssignees(db, assign_evenly);
  const there = ids.flatMap((id) => rows.get(id) ?? []);
  const sharing = shareEvenly(there, people, { isOwnRegionSpared: not_own_region === true, each });
  const leftOver = new Set(sharing.leftOver);
  const all = planAll(ids, rows, (id) => {
    if (leftOver.has(id)) return {};
    const assigned_to = sharing.takers.get(id);
    return assigned_to ? { ...asked, assigned_to } : BULK.nobodyElse;
  });
  const plan = await refuseUndecidable(context, db, all);
  const left_over = each === undefined ? undefined : leftOver.size;
  return { ...plan, shares: countShares(people, sharing), left_over };
}

type CommonChange = Omit<BulkInput['change'], 'assign_evenly' | 'not_own_region' | 'each'>;

function planAll(
  ids: string[],
  rows: Map<string, ReviewedProposal>,
  askedOf: (id: string) => CommonChange | string,
) {
  const plan: Plan = { planned: [], unchanged: 0, refused: [] };
  for (const id of ids) {
    const [old, asked] = [rows.get(id), askedOf(id)];
    const reason = refusalOf(old, asked);
    if (reason) plan.refused.push({ id, reason });
    const planned = !reason && planReview(old!, asked as CommonChange);
    if (planned) plan.planned.push(planned);
    else if (!reason) plan.unchanged += 1;
  }
  return plan;
}

function refusalOf(old: ReviewedProposal | undefined, asked: CommonChange | string) {
  if (!old) return PROPOSAL.notFound;
  if (typeof asked === 'string') return asked;
  if (refusesText(toldOf(old), reviewAfter(old, asked), asked.mail_text))
    return REVIEW_RULES.textAlone;
  return refusesReason(old, asked) ? REVIEW_RULES.reasonAlone : undefined;
}

/** In the order in which they were chosen. */
async function requireAssignees(db: Executor, ids: string[]) {
  const found = new Map((await findActiveAdmins(db, ids)).map((person) => [person.id, person]));
  if (found.size < ids.length) throw invalid({ 'change.assign_evenly': BULK.assigneesGone });
  return ids.map((id) => found.get(id)!);
}

const countShares = (people: ActiveAdmin[], { takers }: Sharing) => {
  const given = [...takers.values()];
  return people.map(({ id, first_name, last_name }) => ({
    id,
    name: `${first_name} ${last_name}`,
    count: given.filter((taker) => taker === id).length,
  }));
};

type Decidable = Pick<Plan, 'planned' | 'refused'>;

/** Refuses what must not be decided now; released results are corrected one by one. */
async function refuseUndecidable<P extends Decidable>(context: UserContext, db: Executor, plan: P) {
  const holds = await findHolds(context, db, plan.planned);
  if (holds.size === 0) return plan;
  const refused = [...holds].map(([id, hold]) => ({ id, ...hold }));
  return {
    ...plan,
    planned: plan.planned.filter(({ old }) => !holds.has(old.id)),
    refused: [...plan.refused, ...refused],
  };
}

/**
 * Writes and audits what is planned for proposals that the caller has locked. With `run`, those of
 * which applicants hear later can be undone by it.
 */
async function writeAll(
  context: UserContext,
  tx: Executor,
  planned: PlannedReview[],
  run?: string,
) {
  if (planned.length === 0) return;
  for (const alike of groupAlike(planned)) await writeAlike(context, tx, alike, run);
  for (const batch of batchesOf(planned)) {
    const entries = batch.map((one) => ({ id: one.old.id, changes: fieldChanges(one) }));
    await auditAll(tx, context, 'proposals.review', 'proposal', entries);
    await yieldToEventLoop();
  }
  await raiseVersion(tx, 'proposals');
  const assigned = planned.map(({ changes }) => changes.assigned_to);
  await tellAssigned(context, tx, assigned);
  const changed = planned.map(({ old }) => old);
  await announceAtOnce(context, tx, changed);
}

function groupAlike(planned: PlannedReview[]) {
  const groups = Map.groupBy(planned, ({ old, changes, next, isShown, mailText, decided }) => {
    const isNews = isShown && !isSameNews(toldOf(old), next);
    const text = [mailText ?? null, mailText === undefined];
    return JSON.stringify([
      ...[changes, next.decision, isShown, isNews, old.announces],
      ...[text, decided ?? null],
    ]);
  });
  return [...groups.values()];
}

async function writeAlike(
  context: UserContext,
  tx: Executor,
  alike: PlannedReview[],
  run: string | undefined,
) {
  const [first] = alike as [PlannedReview];
  const stamps = stampsOf(context, first);
  const kept = run && stamps.announce_at ? store.keepForUndo(run) : {};
  const changes = { ...first.changes, ...stamps, ...kept };
  for (const batch of batchesOf(alike)) {
    const ids = batch.map(({ old }) => old.id);
    await store.changeProposals(tx, ids, changes);
    await yieldToEventLoop();
  }
}

/** `ids`: the proposals whose labels differ afterwards; `alone`: those that only change by that. */
type LabelPlan = { ids: string[]; alone: number; add: string[]; remove: string[] };

const ADDED = 'change.add_labels';

/** Refused proposals keep their labels. */
async function planBulkLabels(
  db: Executor,
  { change: { add_labels: add = [], remove_labels: remove = [] } }: BulkInput,
  existing: string[],
  { planned, refused }: Plan,
) {
  if (add.length + remove.length === 0) return { ids: [], alone: 0, add, remove };
  await requireLabels(db, ADDED, add);
  await requireLabels(db, 'change.remove_labels', remove);
  const refusing = new Set(refused.map(({ id }) => id));
  const open = existing.filter((id) => !refusing.has(id));
  const ids = planLabels(await labelsOf(db, open), open, { add, remove });
  const reviewed = new Set(planned.map(({ old }) => old.id));
  return { ids, alone: ids.filter((id) => !reviewed.has(id)).length, add, remove };
}

const writeBulkLabels = (context: UserContext, tx: Executor, { ids, add, remove }: LabelPlan) =>
  changeLabels(context, tx, ids, { add, remove, field: ADDED });

const UNDO = 'POST /proposals/admin/bulk/{run_id}/undo';

/**
 * Brings decisions and stages back to what they were before the run, as long as no applicant has
 * heard of them; what somebody has decided anew since stays. Assignments, flags and labels, of
 * which nobody hears, stay too.
 */
async function undoRun(context: UserContext, run: string) {
  const once = { call: UNDO, content: run };
  const undo = async (tx: Executor) => ({ body: await writeUndo(context, tx, run) });
  const { answer, isReplay } = await writeOnce(context, once, undo);
  if (!isReplay) context.notifyAnnouncements();
  return answer;
}

async function writeUndo(context: UserContext, tx: Executor, run: string) {
  const planned = isId(run) ? await planUndo(context, tx, run) : [];
  if (planned.length === 0) throw new Problem('undo_over', BULK.undoOver);
  await writeAll(context, tx, planned);
  return { changed: planned.length };
}

async function planUndo(context: UserContext, tx: Executor, run: string) {
  const now = context.clock();
  const ids = (await store.findUndoable(tx, run, now)).map(({ id }) => id);
  await keepProgramsOf(tx, ids);
  await store.lockProposals(tx, ids);
  // What was announced or decided anew while this waited for the lock is no longer among them.
  const undoable = await store.findUndoable(tx, run, now);
  const rows = await store.findReviewed(tx, ids);
  const all = undoable.flatMap((before) => planBack(rows.get(before.id)!, before) ?? []);
  const plan = await refuseUndecidable(context, tx, { planned: all, refused: [] });
  const { planned, refused } = plan;
  if (refused.length > 0)
    throw new Problem('some_refused', BULK.refused(refused.length), { refused });
  return planned;
}

function planBack(old: ReviewedProposal, before: store.Undoable) {
  const planned = planReview(old, {
    decision: before.undo_decision!,
    decline_reason: before.undo_reason ?? undefined,
    funding_stage: before.undo_stage!,
  });
  const mailText = before.undo_text === old.mail_text ? undefined : before.undo_text;
  const decided = { decided_at: before.undo_decided_at, decided_by: before.undo_decided_by };
  return planned && { ...planned, mailText, decided };
}

function withNested({ filter }: { filter?: unknown }) {
  const isObject = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return isObject ? { filter: nestDotted(filter as Record<string, unknown>) } : {};
}

export const bulkCalls = calls({
  'POST /proposals/admin/bulk': reply(
    'proposals.review',
    'Update up to 2,000 proposals at once, or preview the effect',
    {
      // A filter names answers as a query does.
      prepare: async (_context: UserContext, body) => ({ ...body, ...withNested(body) }),
      body: bulkInput,
      answer: bulkResponse,
      idempotent: true,
      refuses: [409],
      run: changeMany,
    },
  ),
  'POST /proposals/admin/bulk/{run_id}/undo': reply(
    'proposals.review',
    'Undo the decisions and stages of a bulk change before anyone is told',
    { answer: undoResponse, idempotent: true, refuses: [409], run: undoRun },
  ),
});

/**
 * `rows`: the proposals that would change, in order; `planned`: what changes of them that a review
 * knows. Names the first of them, or `isWhole` all.
 */
async function describeConcerned(
  context: UserContext,
  rows: ReviewedProposal[],
  planned: PlannedReview[],
  isWhole: boolean,
) {
  const { actor, db } = context;
  const ids = rows.map(({ id }) => id);
  const read = await findRead(db.read, actor.id, ids);
  const shown = isWhole ? rows : rows.slice(0, REVIEWS.named);
  const groups = groupByMail(planned);
  const asked = [...shown, ...groups.map(([first]) => first!.old)];
  const named = await store.findNamed(db.read, [...new Set(asked.map(({ id }) => id))]);
  return {
    standing: countStanding(rows, read, actor.id),
    people: shown.flatMap((row) => presentNamed(row, named.get(row.id), !read.has(row.id))),
    mails: groups.flatMap((group) => presentMail(context, group, named.get(group[0]!.old.id))),
  };
}

function countStanding(rows: ReviewedProposal[], read: Map<string, number>, reader: string) {
  const count = (is: (row: ReviewedProposal) => boolean) => rows.filter(is).length;
  return {
    undecided: count(({ decision }) => decision === 'undecided'),
    approved: count(({ decision }) => decision === 'approved'),
    declined: count(({ decision }) => decision === 'declined'),
    unread: count(({ id }) => !read.has(id)),
    assigned_to_others: count(({ assigned_to: to }) => to !== null && to !== reader),
  };
}

/** None if it is gone. */
function presentNamed(
  { id, decision, funding_stage }: ReviewedProposal,
  named: store.NamedProposal | undefined,
  is_unread: boolean,
) {
  if (!named) return [];
  const { business_name, first_name, last_name, assignee_first, assignee_last } = named;
  const assignee = assignee_first === null ? null : `${assignee_first} ${assignee_last}`;
  const applicant = `${first_name} ${last_name}`;
  return [{ id, business_name, applicant, decision, funding_stage, is_unread, assignee }];
}

/** Those that get the same mail but for their names, the most frequent first. */
function groupByMail(planned: PlannedReview[]) {
  const told = planned.filter(
    ({ old, next, isShown, mailText }) =>
      (isShown || mailText !== undefined) && !isSameNews(toldOf(old), next),
  );
  const groups = Map.groupBy(told, (one) => {
    const { old, next } = one;
    return JSON.stringify([
      old.announces,
      textOf(one),
      isCorrection(toldOf(old), next),
      next.decision,
      // A reason takes the place of the stage.
      next.decline_reason ?? next.funding_stage,
    ]);
  });
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

function presentMail(
  context: UserContext,
  group: PlannedReview[],
  named: store.NamedProposal | undefined,
) {
  const [first] = group as [PlannedReview];
  const { old, next } = first;
  if (!named) return [];
  const { subject, text } = mailOf(context, {
    ...named,
    ...next,
    mail_text: textOf(first),
    ...{ deadline_date: old.deadline_date, extended_until: old.extended_until },
    ...{ announced_decision: old.announced_decision, announced_reason: old.announced_reason },
    announced_stage: old.announced_stage,
  });
  const kind = kindOf(toldOf(old), next);
  return [{ count: group.length, kind, waits: old.announces === 'together', subject, text }];
}

function kindOf(told: News, next: News) {
  if (isCorrection(told, next)) return 'correction';
  return told.decision === next.decision ? 'stage' : 'decision';
}

/** The admin's own text that would go out with it. */
const textOf = ({ old, mailText }: PlannedReview) =>
  mailText === undefined ? old.mail_text : mailText;
