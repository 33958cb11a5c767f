/** What admins do with accounts. Every change takes effect with the user's next request. */
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import {
  isOfFirm,
  refuseRoleChange,
  refuseStatusChange,
  type AccountRefusal,
  type Role,
} from '#domain/accounts/rules.ts';
import type { ChangeStatusInput, ListUsersQuery } from '#domain/accounts/schema.ts';
import { SESSION_RULES } from '#domain/accounts/session-messages.ts';
import type { AuditAction } from '#domain/audit/rules.ts';
import { DAY_MS } from '#domain/constants.ts';
import { JUDGE } from '#domain/judges/messages.ts';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import { audit, auditAll } from '../audit.ts';
import { requireVersion, type Context, type UserContext } from '../context.ts';
import { batchesOf, isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { hasBounced, queueBounced, queueMails, redirectUnsent } from '../mail/store.ts';
import { sessions } from '../sessions/store.ts';
import {
  presentUser,
  presentUsers,
  refusingTakenEmail,
  requireFreeEmail,
  tellAssigned,
} from './account-service.ts';
import { endChallengesOf } from './store.ts';
import { addressGivenMail, emailCorrectedMail } from './mails.ts';
import { NO_PASSWORD } from './passwords.ts';
import { saveFields, type LookAgain } from './profile-service.ts';
import { readSessions } from './session-service.ts';
import * as store from './store.ts';

export async function listUsers(context: Context, query: ListUsersQuery) {
  const { rows, total } = await store.listUsers(context.db, query);
  return { items: await presentUsers(context.db.read, rows), total };
}

const requireUser = ({ db }: Context, id: string) => store.requireUser(store.findUser(db.read, id));

const present = async <F extends object>({ db }: Context, row: store.UserRow, facts: F) => ({
  item: { ...(await presentUser(db.read, row)), ...facts },
  version: row.version,
});

export async function getUser(context: Context, id: string) {
  const row = await requireUser(context, id);
  const bounced = row.email !== null && (await hasBounced(context.db.read, row.email));
  return present(context, row, { email_bounced: bounced, ...(await claimOf(context, row)) });
}

export async function listSessionsOf(context: UserContext, id: string) {
  return readSessions(context, (await requireUser(context, id)).id);
}

export async function endSessionsOf(context: UserContext, id: string) {
  if (id === context.actor.id) throw new Problem('own_account', SESSION_RULES.ownSessions);
  await context.db.write(async (tx) => {
    await store.requireUser(store.lockUser(tx, id));
    const ended = await sessions.remove(tx, { user_id: id });
    if (ended > 0)
      await audit(tx, context, 'users.endSessions', 'user', id, { before: { sessions: ended } });
  });
}

const REFUSALS: Record<AccountRefusal, string> = {
  own_account: ACCOUNT_RULES.ownAccount,
  not_an_admin: ACCOUNT_RULES.notAnAdmin,
  last_admin: ACCOUNT_RULES.lastAdmin,
  judge_by_invitation: JUDGE.byInvitation,
};

type Change = {
  action: AuditAction;
  /** Takes over the undecided proposals of an admin who is none any more. */
  heir?: string | null | undefined;
  refuse: (
    target: { id: string; role: Role; isActive: boolean },
    otherActiveAdmins: number,
  ) => AccountRefusal | undefined;
  changes: { role: Role } | { is_active: boolean };
  /** A judge who can judge again. */
  lookAgain?: LookAgain | undefined;
};

/**
 * Runs with every active admin locked: of two admins who demote each other, the second is no admin
 * any more.
 */
async function changeStanding(context: UserContext, id: string, { refuse, ...change }: Change) {
  const row = await context.db.write(async (tx) => {
    await change.lookAgain?.lock(context.db, tx, id);
    const rows = isId(id) ? await store.lockWithActiveAdmins(tx, id) : [];
    const target = rows.find((user) => user.id === id);
    if (!target) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
    const admins = rows
      .filter((user) => user.role === 'admin' && user.is_active)
      .map((user) => user.id);
    if (!admins.includes(context.actor.id)) throw new Problem('forbidden', SHARED_RULES.forbidden);
    const refusal = refuse(
      { id, role: target.role, isActive: target.is_active },
      admins.filter((admin) => admin !== id).length,
    );
    if (refusal) throw new Problem(refusal, REFUSALS[refusal]);
    requireVersion(context, target.version, SHARED_RULES.changedMeanwhile);
    const next = { ...target, ...change.changes };
    if (next.role === target.role && next.is_active === target.is_active) return target;
    if (change.heir && (change.heir === id || !admins.includes(change.heir)))
      throw invalid({ assign_to: REVIEW_RULES.assigneeGone });
    const saved = await saveStanding(context, tx, target, change);
    await change.lookAgain?.look(context, tx, id);
    return saved;
  });
  context.notifyMail();
  return present(context, row, {});
}

async function saveStanding(
  context: UserContext,
  tx: Executor,
  old: store.UserRow,
  { action, changes, heir = null }: Omit<Change, 'refuse'>,
) {
  const next = { ...old, ...changes };
  const stamps = { updated_at: context.clock(), version: next.version + 1 };
  await store.changeUser(tx, next.id, { ...changes, ...stamps });
  // Applicants log in without their second factor: such a session must not become an admin's.
  const isPromoted = isOfFirm(next.role) && !isOfFirm(old.role);
  if (isPromoted && (await store.listFactors(tx, next.id)).length > 0)
    await sessions.remove(tx, { user_id: next.id });
  if (!next.is_active) {
    await sessions.remove(tx, { user_id: next.id });
    await endChallengesOf(tx, next.id);
  }
  const isAdmin = next.role === 'admin' && next.is_active;
  if (old.role === 'admin' && !isAdmin) await passOnProposals(context, tx, next.id, heir);
  await audit(tx, context, action, 'user', next.id, { before: old, after: changes });
  return { ...next, ...stamps };
}

/** What they have not decided goes to the heir, if there is one; nobody has the rest. */
async function passOnProposals(
  context: UserContext,
  tx: Executor,
  id: string,
  heir: string | null,
) {
  const moved = heir === null ? [] : await store.reassignUndecided(tx, id, heir);
  const left = await store.unassignAll(tx, id);
  const entry = (to: string | null) => (proposal: string) => ({
    id: proposal,
    changes: { assigned_to: [id, to] },
  });
  const entries = [...moved.map(entry(heir)), ...left.map(entry(null))];
  if (entries.length === 0) return;
  for (const batch of batchesOf(entries))
    await auditAll(tx, context, 'proposals.review', 'proposal', batch);
  await raiseVersion(tx, 'proposals');
  if (moved.length > 0) await tellAssigned(context, tx, [heir]);
}

/**
 * A person who comes to the firm and has a second factor must log in again, with it. Whoever stops
 * being an admin is assigned to nothing any more.
 */
export function changeRole(context: UserContext, id: string, { role }: { role: Role }) {
  return changeStanding(context, id, {
    action: 'users.changeRole',
    changes: { role },
    refuse: (target, others) => refuseRoleChange(context.actor.id, target, role, others),
  });
}

/** Ends the sessions and codes of an admin who becomes inactive; nothing stays assigned to them. */
export function changeStatus(
  context: UserContext,
  id: string,
  { is_active: isActive, assign_to: heir }: ChangeStatusInput,
  lookAgain: LookAgain,
) {
  return changeStanding(context, id, {
    action: 'users.changeStatus',
    changes: { is_active: isActive },
    heir: isActive ? null : heir,
    lookAgain: isActive ? lookAgain : undefined,
    refuse: (target, others) => refuseStatusChange(context.actor.id, target, isActive, others),
  });
}

/** As long as other mails are worth sending. */
const WORTH_MS = 3 * DAY_MS;

const claimOf = async ({ db }: Context, row: store.UserRow) =>
  (await isUnclaimed(db.read, row)) ? { is_unclaimed: true as const } : {};

/** Whether it was opened at the desk, and nobody has logged in to it yet. */
const isUnclaimed = async (db: Executor, { id, password_hash, role }: store.UserRow) =>
  role === 'applicant' && (password_hash === NO_PASSWORD || (await store.isUnused(db, id)));

/**
 * Corrects an applicant's address whose mail has come back: they cannot log in to do it. Takes it at
 * once, ends their sessions and codes, tells both addresses, and sends again what has bounced. An
 * account that was opened without one gets its first, and hears how to choose a password.
 */
export async function correctEmail(
  context: UserContext,
  id: string,
  email: string,
  lookAgain: LookAgain,
) {
  const correcting = context.db.write(async (tx) => {
    await lookAgain.lock(context.db, tx, id);
    const old = await store.requireUser(store.lockUser(tx, id));
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    const isFirst = await isUnclaimed(tx, old);
    const isWrong = isFirst || (old.email !== null && (await hasBounced(tx, old.email)));
    if (old.role !== 'applicant' || !isWrong)
      throw new Problem('address_works', ACCOUNT_RULES.addressWorks);
    await requireFreeEmail(tx, email);
    // Whoever reads the mailbox of an address that is wrong may have chosen a password.
    const changes = { email, ...(isFirst && { password_hash: NO_PASSWORD }) };
    const row = await saveFields(context, tx, old, changes, { action: 'users.correctEmail' });
    await lookAgain.look(context, tx, id);
    await sessions.remove(tx, { user_id: id });
    await endChallengesOf(tx, id);
    const now = context.clock();
    if (old.email !== null) {
      await redirectUnsent(tx, old.email, email);
      await queueBounced(tx, email, { now, giveUpAt: new Date(now.getTime() + WORTH_MS) });
    }
    const mail = emailCorrectedMail(context.publicUrl);
    const mails = isFirst
      ? [{ to: email, ...addressGivenMail(old.first_name, email, context.publicUrl) }]
      : [old.email, email].map((to) => ({ to, ...mail }));
    await queueMails(tx, mails, now);
    return row;
  });
  const row = await refusingTakenEmail(correcting);
  context.notifyMail();
  return present(context, row, { email_bounced: false, ...(await claimOf(context, row)) });
}
