/** What admins do with one proposal: read, decide, assign, flag. */
import { REVIEWS } from '#domain/constants.ts';
import { describeBounce } from '#domain/mails/messages.ts';
import { mayDoAll, seesContacts } from '#domain/permissions.ts';
import { SHARED_RULES } from '#domain/problem.ts';
import { SIMILAR } from '#domain/proposals/messages.ts';
import { labelOfDocument } from '#domain/proposals/rules.ts';
import type { ReviewProposalInput, Proposal, SimilarProposal } from '#domain/proposals/schema.ts';
import { nearnessOfNames } from '#domain/proposals/similar.ts';
import { tellAssigned } from '../accounts/account-service.ts';
import { audit } from '../audit.ts';
import { etagOf, requireVersion, type UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { setLabels, withLabels } from '../labels/labels.ts';
import { findBounce } from '../mail/store.ts';
import { membersOf } from '../members/store.ts';
import {
  fieldChanges,
  planReview,
  requireActiveAdmin,
  requireFitting,
  stampsOf,
  withAssignee,
  type PlannedReview,
  announceAtOnce,
  topicOf,
  requireDecidable,
} from './decisions.ts';
import {
  lockProposal,
  presentVersioned,
  requireProposal,
  tagFor,
  versionFor,
  type VersionedProposal,
} from './presentation.ts';
import * as desk from './review-store.ts';
import { keepProgramsOf, insertCorrection, listRoundsOf } from './review-store.ts';
import * as similar from './similar-store.ts';
import * as store from './store.ts';
import type { ProposalRow } from './store.ts';

type Bounce = NonNullable<Awaited<ReturnType<typeof findBounce>>>;

const presentBounce = ({ at, recipient, reason }: Bounce) => ({
  at: at.toISOString(),
  recipient,
  reason: reason ?? '',
  sentence: describeBounce(recipient, reason ?? ''),
});

async function present(
  context: UserContext,
  row: store.ProposalRow,
  changes?: Awaited<ReturnType<typeof changesSinceRead>>,
): Promise<VersionedProposal> {
  const { proposal, version } = await presentVersioned(row, context);
  const since = changes ?? (await changesSinceRead(context, row.id));
  const [labelled] = await withLabels(context.db.read, [proposal]);
  const [marked] = await withMarks(context, [labelled!]);
  const read = await withReaders(context, marked!, since);
  // A bounce names the address; and rounds are for admins alone.
  if (!seesContacts(context.actor.role)) return { proposal: read, version };
  const bounce = await findBounce(context.db.read, topicOf(row.id));
  const rounds = await listRoundsOf(context.db.read, row.id);
  const bounced = { mail_bounced: bounce ? presentBounce(bounce) : null };
  return { proposal: { ...read, ...bounced, rounds }, version };
}

/** Marks it as read by a caller whose reading counts, unless they only peek. */
export async function getAnyProposal(context: UserContext, id: string, isPeek = false) {
  const row = await requireProposal(context.db.read, 'all', id);
  const changes = await changesSinceRead(context, row.id);
  const isNoted = !isPeek && mayDoAll(context.actor.role, 'proposals.noteReading');
  if (isNoted) await noteReading(context, row, true);
  return present(context, row, changes);
}

/**
 * Records that the caller is still reading; returns who else is, and which version is the newest.
 */
export async function renewReading(context: UserContext, id: string) {
  const row = await requireProposal(context.db.read, 'all', id);
  await noteReading(context, row, false);
  return { readers: await listReaders(context, row.id), etag: etagOf(tagFor(context, row)) };
}

/**
 * Decides, sets the stage, assigns and flags; the applicant hears of it once it can no longer be
 * undone. Does nothing if nothing differs.
 */
export async function reviewProposal(context: UserContext, id: string, input: ReviewProposalInput) {
  const { row, hasChanged } = await context.db.write(async (tx) => {
    await keepProgramsOf(tx, [id].filter(isId));
    const old = await lockProposal(context, tx, 'all', id);
    requireVersion(context, versionFor(context, old), SHARED_RULES.changedMeanwhile);
    const { labels, correction_reason, ...asked } = withAssignee(context, input);
    requireFitting(old, asked);
    const planned = planReview(old, asked);
    const isCorrection =
      planned && (await requireDecidable(context, tx, planned, correction_reason));
    if (planned?.changes.assigned_to) await requireActiveAdmin(tx, planned.changes.assigned_to);
    if (planned) await writeReview(context, tx, { ...planned, isCorrection });
    await tellAssigned(context, tx, [planned?.changes.assigned_to]);
    if (isCorrection) await writeCorrection(context, tx, planned, correction_reason!);
    if (labels) await setLabels(context, tx, id, labels);
    return { row: await requireProposal(tx, 'all', id), hasChanged: planned !== undefined };
  });
  if (hasChanged) context.notifyMail();
  if (hasChanged) context.notifyAnnouncements();
  return present(context, row);
}

/** The sealed file stays as it is; the record says what was decided since, and why. */
async function writeCorrection(
  context: UserContext,
  tx: Executor,
  { old, next }: PlannedReview,
  reason: string,
): Promise<void> {
  const { decision: before } = old;
  const correction = { at: context.clock().toISOString(), before, after: next.decision, reason };
  await insertCorrection(context.db, tx, old.id, correction);
}

async function writeReview(context: UserContext, tx: Executor, planned: PlannedReview) {
  const { old, changes } = planned;
  await store.changeProposal(tx, old.id, {
    ...changes,
    ...stampsOf(context, planned),
    desk_version: old.desk_version + 1,
  });
  await audit(tx, context, 'proposals.review', 'proposal', old.id, fieldChanges(planned));
  await raiseVersion(tx, 'proposals');
  const announces = planned.isCorrection ? 'at_once' : old.announces;
  await announceAtOnce(context, tx, [{ id: old.id, announces }]);
}

type Readers = NonNullable<Proposal['readers']>;

type Changes = Pick<Proposal, 'changed_since_read' | 'changes_since_read'>;

/** What the applicant has changed since the caller got it; to be asked before it is marked. */
async function changesSinceRead({ db, actor }: UserContext, id: string): Promise<Changes> {
  const edits = (await desk.findRead(db.read, actor.id, [id])).get(id) ?? 0;
  const rows = edits > 0 ? await desk.listEdits(db.read, id, edits) : [];
  const fields = rows.flatMap(({ changes }) => changes.map(({ field }) => field));
  return { changed_since_read: edits > 0, changes_since_read: [...new Set(fields)] };
}

/** One proposal, with whether the caller has read it and who else is looking at it. */
async function withReaders(context: UserContext, proposal: Proposal, changes: Changes) {
  const [item, readers] = await Promise.all([
    desk.findRead(context.db.read, context.actor.id, [proposal.id]),
    listReaders(context, proposal.id),
  ]);
  return { ...proposal, ...changes, is_read: item.has(proposal.id), readers };
}

/** Everybody except the caller. */
async function listReaders(
  { db, actor, clock }: UserContext,
  proposalId: string,
): Promise<Readers> {
  const since = new Date(clock().getTime() - REVIEWS.readingSeconds * 1000);
  const rows = await desk.findReaders(db.read, proposalId, since);
  return rows
    .filter(({ id }) => id !== actor.id)
    .map(({ id, first_name, last_name, at }) => ({
      id,
      name: `${first_name} ${last_name}`,
      at: at.toISOString(),
    }));
}

/** Does not count as a change of the proposal: raises no version and is not logged. */
async function noteReading(
  { db, actor, clock }: UserContext,
  proposal: Pick<ProposalRow, 'id' | 'edits'>,
  isWhole: boolean,
): Promise<void> {
  const now = { at: clock(), isWhole };
  await desk.markRead(db.read, actor.id, proposal, now).catch((error) => {
    // Deleted in the meantime: there is nothing left to mark.
    if (!isForeignKeyViolation(error)) throw error;
  });
}

type Reason = Pick<SimilarProposal, 'id' | 'reason' | 'kind' | 'other_kind' | 'sentence'>;

/** At most this many entries per reason. */
const MOST = 20;

/**
 * One entry per other proposal and reason: documents first, then phones, then the nearest names.
 */
export async function listSimilar(context: UserContext, id: string): Promise<SimilarProposal[]> {
  const { read } = context.db;
  const proposal = await requireProposal(read, 'all', id);
  const reasons = [
    ...(await byDocument(context, proposal)).slice(0, MOST),
    ...(seesContacts(context.actor.role) ? await byPhone(context, proposal) : []).slice(0, MOST),
    ...(await byName(context, proposal)).slice(0, MOST),
  ];
  const rows = await similar.getSimilar(read, [...new Set(reasons.map((reason) => reason.id))]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return reasons.flatMap((reason) => {
    const row = found.get(reason.id);
    return row ? [{ ...presentSimilar(row), ...reason }] : [];
  });
}

/** Adds the marks of possible duplicates; for those who see all proposals. */
async function withMarks<Item extends { id: string }>(
  { db, actor }: Pick<UserContext, 'db' | 'actor'>,
  items: Item[],
): Promise<(Item & Partial<similar.Marks>)[]> {
  const ids = items.map(({ id }) => id);
  const marks = await similar.findMarks(db.read, ids, seesContacts(actor.role));
  return items.map((item) => ({ ...item, ...marks.get(item.id) }));
}

const presentSimilar = (row: similar.SimilarRow) => ({
  business_name: row.business_name,
  program_id: row.program_id,
  program_title: row.title,
  applicant: {
    id: row.user_id,
    first_name: row.applicant_first_name,
    last_name: row.applicant_last_name,
  },
  created_at: row.created_at.toISOString(),
});

async function byDocument({ db }: UserContext, { id }: ProposalRow): Promise<Reason[]> {
  const found = await similar.findSameDocuments(db.read, id);
  return found.map(({ id: other, kind, other_kind, words, other_words }) => ({
    id: other,
    reason: 'same_document',
    kind,
    other_kind,
    sentence: SIMILAR.sameDocument(
      labelOfDocument(kind, words ?? undefined),
      labelOfDocument(other_kind, other_words ?? undefined),
    ),
  }));
}

async function byPhone({ db }: UserContext, proposal: ProposalRow): Promise<Reason[]> {
  const members = await membersOf(db.read, [proposal.id]);
  const people = [proposal, ...members.map((one) => ({ ...one, user_id: one.id }))];
  const found = new Map<string, Reason>();
  for (const { user_id, phone_number } of people) {
    const sentence = SIMILAR.samePhone(phone_number);
    const own = { id: proposal.id, user_id, phone_number };
    for (const id of await similar.findSamePhone(db.read, own))
      found.set(id, { id, reason: 'same_phone', kind: null, other_kind: null, sentence });
  }
  return [...found.values()];
}

async function byName({ db }: UserContext, { id, business_name }: ProposalRow): Promise<Reason[]> {
  const found = (await similar.findNearNames(db, business_name))
    .filter((other) => other.id !== id)
    .map((other) => ({ ...other, nearness: nearnessOfNames(business_name, other.business_name) }))
    .filter(({ nearness }) => nearness > 0)
    .sort((one, other) => other.nearness - one.nearness);
  return found.map((other) => ({
    id: other.id,
    reason: 'similar_name',
    kind: null,
    other_kind: null,
    sentence: other.nearness === 1 ? SIMILAR.sameName : SIMILAR.nearName,
  }));
}
