/** One change of many proposals: all or nothing, each with its own audit entry and mail. */
import { randomUUID } from 'node:crypto';
import { REVIEWS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROPOSAL, REVIEW_RULES } from '#domain/proposals/messages.ts';
import {
  isSameNews,
  refusesReason,
  refusesText,
  reviewAfter,
} from '#domain/proposals/decision-rules.ts';
import type { BulkResponse, BulkInput, RefusedProposal } from '#domain/reviews/bulk-schema.ts';
import { BULK } from '#domain/reviews/messages.ts';
import { shareEvenly, type Sharing } from '#domain/reviews/sharing-rules.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Db, Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { toldOf } from '../proposals/announcement-service.ts';
import {
  planReview,
  withAssignee,
  type PlannedReview,
  type ReviewedProposal,
} from '../proposals/decision.ts';
import { filtersFor } from '../proposals/list-service.ts';
import { findMatching } from '../proposals/list-store.ts';
import { findActiveAdmins, type ActiveAdmin } from '../proposals/admin-store.ts';
import { keepProgramsOf } from '../proposals/announcement-store.ts';
import { planBulkLabels, writeBulkLabels, writeAll } from './bulk-writing.ts';
import { refuseUndecidable } from './bulk-refusals.ts';
import * as store from './bulk-store.ts';
import { describeConcerned } from './preview.ts';

const CALL = 'POST /proposals/admin/bulk';

type Plan = {
  planned: PlannedReview[];
  unchanged: number;
  refused: RefusedProposal;
} & Pick<BulkResponse, 'shares' | 'left_over'>;

/**
 * Changes up to 2,000 proposals, or previews the result. Refuses with 409 `changed_meanwhile` if
 * the number of matches differs from the expected one, with 409 `some_refused` if some refuse and
 * are not to be skipped, and with 422 too many proposals, a reason without a decline, or assignees
 * who are not active admins.
 */
export async function changeMany(context: UserContext, input: BulkInput): Promise<ApiResponse> {
  if (input.preview) return { body: await preview(context, input) };
  const once = { call: CALL, content: input };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  const { answer, isReplay } = await writeOnce(context, once, (tx) => write(context, tx, input));
  if (!isReplay) context.notifyAnnouncements();
  return answer;
}

async function preview(context: UserContext, input: BulkInput): Promise<BulkResponse> {
  const ids = await findIds(context, context.db, input);
  const rows = await store.findReviewed(context.db.read, ids.filter(isId));
  requireExpected(input, rows.size);
  const { planned, ...plan } = await makePlan(
    { db: context.db.read, now: context.clock() },
    withAssignee(context, input.change),
    ids,
    rows,
  );
  const labels = await planBulkLabels(context.db.read, input, [...rows.keys()], {
    planned,
    ...plan,
  });
  const unchanged = plan.unchanged - labels.alone;
  const changing = new Set([...planned.map(({ old }) => old.id), ...labels.ids]);
  const changed = ids.flatMap((id) => (changing.has(id) ? rows.get(id)! : []));
  const concerned = await describeConcerned(context, changed, planned, input.all_names);
  return { would_change: changed.length, ...plan, unchanged, ...concerned };
}

async function write(context: UserContext, tx: Executor, input: BulkInput): Promise<ApiResponse> {
  const ids = await findIds(context, { ...context.db, read: tx }, input);
  const known = ids.filter(isId);
  await keepProgramsOf(tx, known);
  await store.lockProposals(context.db, tx, known);
  const rows = await store.findReviewed(tx, known);
  requireExpected(input, rows.size);
  const { planned, ...plan } = await makePlan(
    { db: tx, now: context.clock() },
    withAssignee(context, input.change),
    ids,
    rows,
  );
  const { refused } = plan;
  if (refused.length > 0 && !input.skip_refused)
    throw new Problem('some_refused', BULK.refused(refused.length), { refused });
  const labels = await planBulkLabels(tx, input, [...rows.keys()], { planned, ...plan });
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
const isWaiting = ({ config }: UserContext, { old, next, isShown }: PlannedReview): boolean =>
  isShown &&
  config.undoSeconds > 0 &&
  old.announces === 'at_once' &&
  !isSameNews(toldOf(old), next);

/** Refuses with 422 more than the maximum. */
async function findIds(
  context: UserContext,
  db: Db,
  { ids, filter }: BulkInput,
): Promise<string[]> {
  if (!filter) return ids!;
  const { sort, ...asked } = filter;
  const found = await findMatching(db, { ...filtersFor(context, asked), sort }, REVIEWS.bulk);
  if (found.total > REVIEWS.bulk) throw invalid({ filter: BULK.tooMany(found.total) });
  return found.ids;
}

function requireExpected({ expected_total: expected }: BulkInput, total: number): void {
  if (expected !== undefined && expected !== total)
    throw new Problem('changed_meanwhile', BULK.changed(expected, total), { status: 409 });
}

async function makePlan(
  { db, now }: { db: Executor; now: Date },
  { assign_evenly, not_own_region, each, ...asked }: BulkInput['change'],
  ids: string[],
  rows: Map<string, ReviewedProposal>,
): Promise<Plan> {
  if (asked.assigned_to && (await findActiveAdmins(db, [asked.assigned_to])).length === 0)
    throw invalid({ 'change.assigned_to': REVIEW_RULES.assigneeGone });
  if (!assign_evenly)
    return refuseUndecidable(
      { db, now },
      planAll(ids, rows, () => asked),
    );
  const people = await requireAssignees(db, assign_evenly);
  const there = ids.flatMap((id) => rows.get(id) ?? []);
  const sharing = shareEvenly(there, people, { isOwnRegionSpared: not_own_region === true, each });
  const leftOver = new Set(sharing.leftOver);
  const all = planAll(ids, rows, (id) => {
    if (leftOver.has(id)) return {};
    const assigned_to = sharing.takers.get(id);
    return assigned_to ? { ...asked, assigned_to } : BULK.nobodyElse;
  });
  const plan = await refuseUndecidable({ db, now }, all);
  const left_over = each === undefined ? undefined : leftOver.size;
  return { ...plan, shares: countShares(people, sharing), left_over };
}

type CommonChange = Omit<BulkInput['change'], 'assign_evenly' | 'not_own_region' | 'each'>;

/** Plans `askedOf` for each proposal; a sentence is a refusal. */
function planAll(
  ids: string[],
  rows: Map<string, ReviewedProposal>,
  askedOf: (id: string) => CommonChange | string,
): Plan {
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

function refusalOf(
  old: ReviewedProposal | undefined,
  asked: CommonChange | string,
): string | undefined {
  if (!old) return PROPOSAL.notFound;
  if (typeof asked === 'string') return asked;
  if (refusesText(toldOf(old), reviewAfter(old, asked), asked.mail_text))
    return REVIEW_RULES.textAlone;
  return refusesReason(old, asked) ? REVIEW_RULES.reasonAlone : undefined;
}

/** In the order in which they were chosen. */
async function requireAssignees(db: Executor, ids: string[]): Promise<ActiveAdmin[]> {
  const found = new Map((await findActiveAdmins(db, ids)).map((person) => [person.id, person]));
  if (found.size < ids.length) throw invalid({ 'change.assign_evenly': BULK.assigneesGone });
  return ids.map((id) => found.get(id)!);
}

const countShares = (people: ActiveAdmin[], { takers }: Sharing): BulkResponse['shares'] => {
  const given = [...takers.values()];
  return people.map(({ id, first_name, last_name }) => ({
    id,
    name: `${first_name} ${last_name}`,
    count: given.filter((taker) => taker === id).length,
  }));
};
