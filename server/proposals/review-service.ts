/** What admins do with one proposal: read, decide, assign, flag. */
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { describeBounce } from '#domain/mails/messages.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { mayDoAll, seesContacts } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import type { ReviewProposalInput } from '#domain/proposals/schema.ts';
import { audit } from '../audit.ts';
import { setLabels, withLabels } from '../labels/pinned-labels.ts';
import { raiseVersion } from '../db/versions.ts';
import { etagOf, requireVersion, type UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { findBounce } from '../mail/bounce-store.ts';
import {
  fieldChanges,
  isDeciding,
  isTooEarly,
  planReview,
  requireActiveAdmin,
  requireFitting,
  stampsOf,
  withAssignee,
  type PlannedReview,
} from './decision.ts';
import { announceAtOnce, topicOf } from './announcement-service.ts';
import {
  changesSinceRead,
  listReaders,
  noteReading,
  withReaders,
  type Readers,
} from './readings.ts';
import {
  lockProposal,
  presentVersioned,
  requireProposal,
  tagFor,
  versionFor,
  type VersionedProposal,
} from './service.ts';
import { keepProgramsOf } from './announcement-store.ts';
import { findHeld, hasTie, listRoundsOf } from './round-store.ts';
import * as store from './store.ts';

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
  const read = await withReaders(context, labelled!, since);
  // A bounce names the address; and rounds are for admins alone.
  if (!seesContacts(context.actor.role)) return { proposal: read, version };
  const bounce = await findBounce(context.db.read, topicOf(row.id));
  const rounds = await listRoundsOf(context.db.read, row.id);
  const bounced = { mail_bounced: bounce ? presentBounce(bounce) : null };
  return { proposal: { ...read, ...bounced, rounds }, version };
}

/** Marks it as read by a caller whose reading counts, unless they only peek. Refuses with 404. */
export async function getAnyProposal(
  context: UserContext,
  id: string,
  isPeek = false,
): Promise<VersionedProposal> {
  const row = await requireProposal(context.db.read, 'all', id);
  const changes = await changesSinceRead(context, row.id);
  const isNoted = !isPeek && mayDoAll(context.actor.role, 'proposals.noteReading');
  if (isNoted) await noteReading(context, row, true);
  return present(context, row, changes);
}

/**
 * Records that the caller is still reading; returns who else is, and which version is the newest.
 * Refuses with 404.
 */
export async function renewReading(
  context: UserContext,
  id: string,
): Promise<{ readers: Readers; etag: string }> {
  const row = await requireProposal(context.db.read, 'all', id);
  await noteReading(context, row, false);
  return { readers: await listReaders(context, row.id), etag: etagOf(tagFor(context, row)) };
}

/**
 * Decides, sets the stage, assigns and flags; the applicant hears of it once it can no longer be
 * undone. Does nothing if nothing differs. Refuses with 404, 412, and 422 for a reason without a
 * decline or an assignee who is not an active admin.
 */
export async function reviewProposal(
  context: UserContext,
  id: string,
  input: ReviewProposalInput,
): Promise<VersionedProposal> {
  const { row, hasChanged } = await context.db.write(async (tx) => {
    await keepProgramsOf(tx, [id].filter(isId));
    const old = await lockProposal(context, tx, 'all', id);
    requireVersion(context, versionFor(context, old), SHARED_RULES.changedMeanwhile);
    const { labels, ...asked } = withAssignee(context, input);
    requireFitting(old, asked);
    const planned = planReview(old, asked);
    if (planned) await requireNotHeld(context, tx, planned);
    if (planned?.changes.assigned_to) await requireActiveAdmin(tx, planned.changes.assigned_to);
    if (planned) await writeReview(context, tx, planned);
    if (labels) await setLabels(context, tx, id, labels);
    return { row: await requireProposal(tx, 'all', id), hasChanged: planned !== undefined };
  });
  if (hasChanged) context.notifyAnnouncements();
  return present(context, row);
}

/** Refuses with 409 to decide what a round decides, is still edited, or the admin is tied to. */
async function requireNotHeld(
  { actor, clock }: UserContext,
  tx: Executor,
  planned: PlannedReview,
): Promise<void> {
  const { old, changes } = planned;
  if (!isDeciding(changes)) return;
  if (isTooEarly(planned, clock())) throw new Problem('still_editable', REVIEW_RULES.stillEditable);
  if (await hasTie(tx, actor.id, old.id)) throw new Problem('conflict', JUDGING_RULES.ownConflict);
  if ((await findHeld(tx, [old.id])).size > 0) throw new Problem('in_round', JUDGING_RULES.inRound);
}

async function writeReview(
  context: UserContext,
  tx: Executor,
  planned: PlannedReview,
): Promise<void> {
  const { old, changes } = planned;
  await store.changeProposal(tx, old.id, {
    ...changes,
    ...stampsOf(context, planned),
    desk_version: old.desk_version + 1,
  });
  await audit(tx, context, 'proposals.review', 'proposal', old.id, fieldChanges(planned));
  await raiseVersion(tx, 'proposals');
  await announceAtOnce(context, tx, [old]);
}
