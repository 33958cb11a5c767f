/** People who work on a draft or a proposal beside its owner: contract §13.2. */
import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { AuditAction } from '#domain/audit/rules.ts';
import { DAY_MS, DRAFTS, MEMBERS as LIMITS, PROPOSALS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { MEMBERS } from '#domain/members/rules.ts';
import { member } from '#domain/members/schema.ts';
import type { Action } from '#domain/permissions.ts';
import { invalid, Problem, SHARED_RULES } from '#domain/problem.ts';
import { isEditingLocked, ownDeadline } from '#domain/programs/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { SCREENS } from '#domain/screens.ts';
import {
  accepted,
  giveInput,
  handOverInput,
  invitation,
  inviteInput,
  type GiveInput,
  type InviteInput,
  handedOver,
} from '#domain/sharing/schema.ts';
import { applicantColumnsOf, lockUser, users, type UserRow } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { draftNotFound, reachDraft, requireOpen } from '../drafts/drafts.ts';
import { countDraftsOf, drafts, findDraft, lockDraft } from '../drafts/store.ts';
import { calls, none, one, reply } from '../http/calls.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { hashToken } from '../http/guards.ts';
import { writeOnce } from '../http/idempotency.ts';
import { keepTextsCovered } from '../judging/review-presentation.ts';
import { queueMail } from '../mail/store.ts';
import {
  invitationMail,
  joinedMail,
  ownedMail,
  placeOf,
  tellGone,
  presentMember,
  requireOwner,
  showMembers,
} from '../members/members.ts';
import * as store from '../members/store.ts';
import type { Shared, Subject } from '../members/store.ts';
import { requireEditingOpen } from '../proposals/editing.ts';
import { touchProposal } from '../proposals/history-store.ts';
import { requireProposal } from '../proposals/presentation.ts';
import { findHeld } from '../proposals/review-store.ts';
import {
  changeProposal,
  countProposalsOf,
  lockProposal,
  requireRunning,
  type Scope,
} from '../proposals/store.ts';
import { countInvitation } from '../rate-limits/service.ts';
import { findWaiting } from '../receipts/store.ts';
import { nameOf } from '../sessions/store.ts';
import { requireRoom } from '../uploads/uploads.ts';

type Of = { subject: Subject; id: string };

const isOfFirm = ({ actor }: UserContext) => actor.role === 'admin';
const scopeOf = (context: UserContext): Scope =>
  isOfFirm(context) ? 'all' : { reachedBy: context.actor.id };

/** Only admins can take the end of a season back. */
const endedFor = (context: UserContext) => (isOfFirm(context) ? undefined : MEMBERS.seasonEnded);

const columnOf = ({ subject, id }: Of) =>
  subject === 'draft' ? { draft_id: id } : { proposal_id: id };

/** Locks what the caller reaches until the transaction ends; anything else is 404. */
async function lockShared(context: UserContext, tx: Executor, { subject, id }: Of) {
  const { db } = context;
  if (subject === 'proposal') {
    const isThere = isId(id) && (await lockProposal(db, tx, scopeOf(context), id));
    if (!isThere) throw new Problem('not_found', PROPOSAL.notFound);
    return { shared: (await store.findShared(tx, subject, id))!, of: { subject, id } };
  }
  const owner = isId(id) ? await reachDraft(context, tx, id) : undefined;
  const draft = owner && (await lockDraft(tx, owner));
  if (!draft) throw draftNotFound();
  const shared = (await store.findShared(tx, subject, draft.id))!;
  return { shared, of: { subject, id: draft.id } };
}

/** For its owner, and for admins. */
async function lockOwned(context: UserContext, tx: Executor, asked: Of) {
  const locked = await lockShared(context, tx, asked);
  if (!isOfFirm(context)) requireOwner(context, locked.shared);
  return locked;
}

const isHeld = async (tx: Executor, { subject, id }: Of) =>
  subject === 'proposal' && (await findHeld(tx, [id])).has(id);

/** An owner until editing locks, an admin from then on. */
async function requireInviting(context: UserContext, tx: Executor, of: Of, shared: Shared) {
  await requireRunning(tx, shared.program_id, endedFor(context));
  if (of.subject === 'draft')
    return requireOpen(context, { userId: shared.user_id, programId: shared.program_id }, tx);
  const row = await requireProposal(tx, 'all', of.id);
  if (!isOfFirm(context)) return requireEditingOpen(context, row);
  if (row.announced_decision !== 'approved' && !isEditingLocked(ownDeadline(row), context.clock()))
    throw new Problem('editing_open', MEMBERS.editingOpen);
  if (await isHeld(tx, of)) throw new Problem('in_round', MEMBERS.inRound);
}

async function requirePlace(tx: Executor, of: Of, email: string, now: Date) {
  const others = (await store.listMembers(tx, of.subject, of.id)).filter(
    (one) => one.email !== email && (one.accepted_at || one.expires_at > now),
  );
  if (others.length >= LIMITS.most) throw new Problem('too_many_members', MEMBERS.tooMany);
}

/** What a change of its people changes: caches, the ETag, and by which words it is found. */
async function touch(
  context: UserContext,
  tx: Executor,
  { subject, id }: Of,
  action: AuditAction,
  changes: Record<string, unknown>,
) {
  await audit(tx, context, action, subject, id, changes);
  if (subject === 'draft') return;
  await store.renewSearch(tx, [id]);
  await touchProposal(tx, id);
  await raiseVersion(tx, 'proposals');
}

/** The same status and the same work for every address, whoever has it. */
async function invite(context: UserContext, asked: Of, email: string): Promise<ApiResponse> {
  const once = { call: 'members.invite', content: [asked.id, email] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const { shared, of } = await lockOwned(context, tx, asked);
    await requireInviting(context, tx, of, shared);
    if (email === shared.email) throw invalid({ email: MEMBERS.ownAddress });
    const known = await store.members.find(tx, { ...columnOf(of), email });
    if (!known?.accepted_at) {
      await requirePlace(tx, of, email, context.clock());
      if (!isOfFirm(context)) await countInvitation(context, tx, context.actor.id, email);
      await sendInvitation(context, tx, of, { id: known?.id ?? randomUUID(), email, shared });
    }
    const rows = await store.listMembers(tx, of.subject, of.id);
    const row = rows.find((one) => one.email === email)!;
    return { status: known ? 200 : 201, body: presentMember(row, context.clock()) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

type Invited = { id: string; email: string; shared: Shared };

/** Voids an older link. */
async function sendInvitation(
  context: UserContext,
  tx: Executor,
  of: Of,
  { id, email, shared }: Invited,
) {
  const now = context.clock();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIMITS.invitationDays * DAY_MS);
  const dates = { invited_at: now, expires_at: expiresAt, accepted_at: null };
  const row = { id, ...columnOf(of), email, token_hash: hashToken(token), ...dates };
  await store.members.put(tx, row, ['id']);
  await touch(context, tx, of, 'members.invite', { member: id });
  const from = nameOf(shared);
  const url = context.publicUrl + SCREENS.invitation({ token });
  const letter = invitationMail({ from, program: shared.title, expiresAt }, url);
  await queueMail(tx, { to: email, ...letter, giveUpAt: expiresAt, isSecret: true }, now);
}

async function findOpen(db: Executor, token: string, now: Date) {
  const row = await store.members.find(db, { token_hash: hashToken(token) });
  if (!row) throw new Problem('not_found', MEMBERS.unknownInvitation);
  if (row.accepted_at) throw new Problem('invitation_used', MEMBERS.usedInvitation);
  if (row.expires_at <= now) throw new Problem('invitation_expired', MEMBERS.oldInvitation);
  const { draft_id, proposal_id } = row;
  const of: Of = draft_id
    ? { subject: 'draft', id: draft_id }
    : { subject: 'proposal', id: proposal_id! };
  return { row, of };
}

/** Changes nothing: mail servers open links to inspect them. */
async function getInvitation({ db, clock }: Context, token: string) {
  const { row, of } = await findOpen(db.read, token, clock());
  const shared = await store.findShared(db.read, of.subject, of.id);
  if (!shared) throw new Problem('not_found', MEMBERS.unknownInvitation);
  return {
    from: nameOf(shared),
    program_title: shared.title,
    email: row.email,
    expires_at: row.expires_at.toISOString(),
  };
}

async function accept(context: UserContext, token: string): Promise<ApiResponse> {
  const { db, actor, clock, publicUrl } = context;
  const once = { call: 'members.accept', content: hashToken(token) };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const me = (await lockUser(tx, actor.id))!;
    // It may be submitted meanwhile: what is locked here is not what it was found with.
    const before = await findOpen(tx, token, clock());
    if (before.of.subject === 'draft') await drafts.lock(tx, { id: before.of.id });
    const { row, of } = await findOpen(tx, token, clock());
    if (of.subject === 'proposal') await lockProposal(db, tx, 'all', of.id);
    if (row.email !== me.email) throw new Problem('other_address', MEMBERS.otherAddress(row.email));
    if (await isHeld(tx, of)) throw new Problem('in_round', MEMBERS.inRound);
    const shared = (await store.findShared(tx, of.subject, of.id))!;
    await requireRunning(tx, shared.program_id, endedFor(context));
    const joined = await store.members.find(tx, { ...columnOf(of), user_id: me.id });
    // Whoever is part of it under another address needs no second place.
    if (joined || shared.user_id === me.id) await store.members.remove(tx, { id: row.id });
    else {
      await store.members.change(tx, { id: row.id }, { user_id: me.id, accepted_at: clock() });
      await touch(context, tx, of, 'members.accept', { member: row.id });
      const url = publicUrl + placeOf(of.subject, of.id);
      const name = nameOf(me);
      const letter = joinedMail(shared.first_name, { name, email: me.email }, shared.title, url);
      await queueMail(tx, { to: shared.email, ...letter }, clock());
    }
    return { body: { draft_id: row.draft_id, proposal_id: row.proposal_id } };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

/** By its owner or an admin, at once and at any time. */
async function remove(context: UserContext, asked: Of, memberId: string): Promise<void> {
  await context.db.write(async (tx) => {
    const { shared, of } = await lockOwned(context, tx, asked);
    const row = isId(memberId)
      ? await store.members.find(tx, { ...columnOf(of), id: memberId })
      : undefined;
    if (!row) throw new Problem('not_found', MEMBERS.notFound);
    const gone = row.user_id === null ? undefined : await users.find(tx, { id: row.user_id });
    await letGo(context, tx, of, row.id, 'members.remove');
    if (gone) await tellGone(context, tx, [gone], shared.title);
  });
  context.notifyMail();
}

async function leave(context: UserContext, asked: Of): Promise<void> {
  await context.db.write(async (tx) => {
    const { shared, of } = await lockShared(context, tx, asked);
    if (shared.user_id === context.actor.id) throw new Problem('forbidden', MEMBERS.ownerStays);
    const row = await store.members.find(tx, { ...columnOf(of), user_id: context.actor.id });
    await letGo(context, tx, of, row!.id, 'members.leave');
  });
}

async function letGo(
  context: UserContext,
  tx: Executor,
  of: Of,
  memberId: string,
  action: AuditAction,
) {
  if (of.subject === 'proposal') await keepTextsCovered(tx, [of.id]);
  await store.members.remove(tx, { id: memberId });
  await touch(context, tx, of, action, { member: memberId });
}

type Giving = { member_id: string } | { email: string; reason: string };

async function readGiving(context: UserContext, asked: Of, input: GiveInput): Promise<Giving> {
  const { member_id, email, reason } = input;
  if (!isOfFirm(context) && member_id) return { member_id };
  if (isOfFirm(context) && email && reason) return { email, reason };
  await requireReached(context, context.db.read, asked);
  if (!isOfFirm(context)) throw invalid({ member_id: MEMBERS.chooseMember });
  throw invalid({
    ...(!email && { email: MEMBERS.noApplicant }),
    ...(!reason && { reason: MEMBERS.reason }),
  });
}

/** By an owner, who stays as a member, to one; by an admin to any applicant, and the owner is out. */
async function handOver(context: UserContext, asked: Of, input: GiveInput): Promise<ApiResponse> {
  const giving = await readGiving(context, asked, input);
  const once = { call: 'members.handOver', content: [asked.id, giving] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const found = await findHeir(context, tx, asked, giving);
    // Both accounts first, like everything about an account, and in one order.
    const people = await lockBoth(tx, [found.owner, found.heir]);
    const { shared, of } = await lockShared(context, tx, asked);
    const owner = people.find(({ id }) => id === shared.user_id);
    const heir = people.find(({ id }) => id === found.heir)!;
    if (!owner) throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1 });
    const place = await store.members.find(tx, { ...columnOf(of), user_id: heir.id });
    if ('member_id' in giving && place?.id !== giving.member_id)
      throw invalid({ member_id: MEMBERS.notAccepted });
    if (!place && (await isHeld(tx, of))) throw new Problem('in_round', MEMBERS.inRoundOwner);
    await requireLimits(context, tx, of, shared, heir);
    await give(context, tx, of, { shared, owner, heir, isKept: 'member_id' in giving });
    const reason = 'reason' in giving && { reason: giving.reason };
    await touch(context, tx, of, 'members.handOver', {
      owner: { before: owner.id, after: heir.id },
      ...reason,
    });
    const url = context.publicUrl + placeOf(of.subject, of.id);
    const letter = ownedMail(heir.first_name, shared.title, url);
    await queueMail(tx, { to: heir.email, ...letter }, context.clock());
    if (!('member_id' in giving)) await tellGone(context, tx, [owner], shared.title);
    const { first_name, last_name } = heir;
    const members = await showMembers(context, tx, of.subject, { id: of.id, user_id: heir.id });
    return { body: { owner: { first_name, last_name }, members } };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

/** Who owns it and who will, as far as is known without holding it. */
async function findHeir(context: UserContext, tx: Executor, asked: Of, giving: Giving) {
  const shared = await requireReached(context, tx, asked);
  if ('member_id' in giving) {
    const place = columnOf({ ...asked, id: shared.id });
    const { member_id: id } = giving;
    const row = isId(id) ? await store.members.find(tx, { ...place, id }) : undefined;
    if (!row?.accepted_at) throw invalid({ member_id: MEMBERS.notAccepted });
    return { owner: shared.user_id, heir: row.user_id! };
  }
  const heir = await users.find(tx, { email: giving.email });
  if (heir?.role !== 'applicant') throw invalid({ email: MEMBERS.noApplicant });
  if (heir.id === shared.user_id) throw invalid({ email: MEMBERS.alreadyOwner });
  return { owner: shared.user_id, heir: heir.id };
}

/** The same without holding it. */
async function requireReached(context: UserContext, tx: Executor, { subject, id }: Of) {
  if (subject === 'proposal') {
    const row = await requireProposal(tx, scopeOf(context), id);
    if (!isOfFirm(context)) requireOwner(context, row);
    return row;
  }
  const draft = isId(id) ? await findDraft(tx, await reachDraft(context, tx, id)) : undefined;
  if (!draft) throw draftNotFound();
  requireOwner(context, draft);
  return draft;
}

async function lockBoth(tx: Executor, ids: string[]): Promise<UserRow[]> {
  const locked: UserRow[] = [];
  for (const id of ids.toSorted()) {
    const user = await lockUser(tx, id);
    if (!user) throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1 });
    locked.push(user);
  }
  return locked;
}

async function requireLimits(
  context: UserContext,
  tx: Executor,
  { subject, id }: Of,
  { program_id }: Shared,
  heir: UserRow,
) {
  if (subject === 'proposal') {
    if ((await countProposalsOf(tx, heir.id)) >= PROPOSALS.perApplicant)
      throw new Problem('too_many_proposals', MEMBERS.noRoom);
    return;
  }
  if (await findWaiting(tx, id)) throw new Problem('submitting', DRAFT_RULES.submitting);
  if (await findDraft(tx, { userId: heir.id, programId: program_id }))
    throw new Problem('has_draft', MEMBERS.hasDraft);
  if ((await countDraftsOf(tx, heir.id)) >= DRAFTS.perApplicant)
    throw new Problem('too_many_drafts', MEMBERS.noRoom);
  await requireRoom(context, tx, heir.id, await store.sizeOfDraft(tx, id));
}

type Gift = { shared: Shared; owner: UserRow; heir: UserRow; isKept: boolean };

async function give(
  { clock }: UserContext,
  tx: Executor,
  of: Of,
  { shared, owner, heir, isKept }: Gift,
) {
  if (of.subject === 'proposal' && !isKept) await keepTextsCovered(tx, [of.id]);
  await store.leavePlaces(tx, columnOf(of), [heir, owner]);
  if (isKept)
    await store.members.insert(tx, {
      id: randomUUID(),
      ...columnOf(of),
      user_id: owner.id,
      email: owner.email ?? '',
      token_hash: hashToken(randomUUID()),
      invited_at: clock(),
      expires_at: clock(),
      accepted_at: clock(),
    });
  await store.moveRows(tx, of, heir.id);
  if (of.subject === 'proposal') await changeProposal(tx, of.id, applicantColumnsOf(heir));
  await store.moveExtension(tx, shared.program_id, owner.id, heir.id);
}

/** Deletes addresses that nobody accepted with, a month after their links ended. */
export async function forgetUnanswered({ db, clock }: Services): Promise<number> {
  const before = new Date(clock().getTime() - LIMITS.forgottenDays * DAY_MS);
  return store.removeUnanswered(db.read, before);
}

/** Whoever may not see it hears nothing of what is wrong; a repeated request has its first answer. */
const reachedFirst =
  (subject: Subject, input: z.ZodMiniType) =>
  async (context: UserContext, body: object, params: Record<string, string>) => {
    const of = { subject, id: Object.values(params)[0]! };
    if (!input.safeParse(body).success) await requireReached(context, context.db.read, of);
    return body;
  };

type Says = Record<'invite' | 'leave' | 'remove' | 'handOver', [Action, string]>;

/** The calls about the people of a draft, or of a proposal. */
const callsOf = (subject: Subject, path: string, give: z.ZodMiniType<GiveInput>, says: Says) => ({
  [`POST ${path}/members`]: reply(...says.invite, {
    ...{ body: inviteInput, answer: member, status: 201, idempotent: true, refuses: [409, 429] },
    prepare: reachedFirst(subject, inviteInput),
    run: (context: UserContext, id: string, { email }: InviteInput) =>
      invite(context, { subject, id }, email),
  }),
  [`DELETE ${path}/members/me`]: none(...says.leave, {
    refuses: [403],
    run: (context: UserContext, id: string) => leave(context, { subject, id }),
  }),
  [`DELETE ${path}/members/{member_id}`]: none(...says.remove, {
    refuses: [403],
    run: (context: UserContext, id: string, memberId: string) =>
      remove(context, { subject, id }, memberId),
  }),
  [`POST ${path}/owner`]: reply(...says.handOver, {
    ...{ body: give, answer: handedOver, idempotent: true, refuses: [409] },
    prepare: reachedFirst(subject, give),
    run: (context: UserContext, id: string, input: GiveInput) =>
      handOver(context, { subject, id }, input),
  }),
});

export const membersCalls = calls({
  ...callsOf('draft', '/drafts/{program_id}', handOverInput, {
    invite: [
      'drafts.share',
      'Invite somebody to work on your draft, by its own id or its program’s',
    ],
    leave: ['members.leave', 'Leave a draft'],
    remove: ['drafts.share', 'Remove somebody from your draft, or revoke their invitation'],
    handOver: ['drafts.share', 'Hand your draft over to a member'],
  }),
  ...callsOf('proposal', '/proposals/{id}', giveInput, {
    invite: [
      'members.invite',
      'Invite somebody to work on a proposal; admins once editing is locked',
    ],
    leave: ['members.leave', 'Leave a proposal'],
    remove: ['members.remove', 'Remove somebody from a proposal, or revoke their invitation'],
    handOver: [
      'members.handOver',
      'Hand a proposal over: its owner to a member, an admin to any applicant',
    ],
  }),
  'GET /invitations/{token}': one('members.read', 'Get an invitation to work on a proposal', {
    answer: invitation,
    refuses: [409],
    run: getInvitation,
  }),
  'POST /invitations/{token}': reply(
    'members.accept',
    'Accept an invitation to work on a proposal',
    { answer: accepted, idempotent: true, refuses: [409], run: accept },
  ),
});
