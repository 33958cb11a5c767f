/** What admins do with accounts. Every change takes effect with the user's next request. */
import { SHARED_RULES } from '#domain/messages.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import {
  isOfFirm,
  refuseRoleChange,
  refuseStatusChange,
  type AccountRefusal,
  type Role,
} from '#domain/accounts/rules.ts';
import type {
  ChangeStatusInput,
  ListUsersQuery,
  SingleUser,
  UserRow,
} from '#domain/accounts/schema.ts';
import { SESSION_RULES } from '#domain/accounts/session-messages.ts';
import type { Session } from '#domain/accounts/session-schema.ts';
import { JUDGE } from '#domain/judges/messages.ts';
import type { AuditAction } from '#domain/audit/rules.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import { audit, auditAll } from '../audit.ts';
import { requireVersion, type Context, type UserContext } from '../context.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/ids.ts';
import { hasBounced } from '../mail/bounce-store.ts';
import { raiseVersion } from '../db/versions.ts';
import { presentUser } from './account-service.ts';
import { endChallengesOf } from './challenge-store.ts';
import { listFactors } from './factor-store.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { readSessions } from './session-service.ts';
import * as store from './store.ts';

export async function listUsers(
  context: Context,
  query: ListUsersQuery,
): Promise<{ items: UserRow[]; total: number }> {
  const { rows, total } = await store.listUsers(context.db, query);
  return { items: rows.map(presentUser), total };
}

const notFound = () => new Problem('not_found', ACCOUNT_RULES.userNotFound);

async function requireUser({ db }: Context, id: string): Promise<store.UserRow> {
  const row = isId(id) ? await store.findUser(db.read, id) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Refuses with 404. */
export async function getUser(
  context: Context,
  id: string,
): Promise<{ item: SingleUser; version: number }> {
  const row = await requireUser(context, id);
  const isBounced = await hasBounced(context.db.read, row.email);
  return { item: { ...presentUser(row), email_bounced: isBounced }, version: row.version };
}

/** Where the user is signed in, newest first; never a token or its hash. Refuses with 404. */
export async function listSessionsOf(context: UserContext, id: string): Promise<Session[]> {
  return readSessions(context, (await requireUser(context, id)).id);
}

/**
 * Signs another user out everywhere. Refuses with 404, and with 409 for the caller's own account.
 */
export async function endSessionsOf(context: UserContext, id: string): Promise<void> {
  if (id === context.actor.id) throw new Problem('own_account', SESSION_RULES.ownSessions);
  await context.db.write(async (tx) => {
    const user = isId(id) ? await store.lockUser(context.db, tx, id) : undefined;
    if (!user) throw notFound();
    const ended = await deleteSessionsOf(tx, id);
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
};

type UserChange = { item: UserRow; version: number };

/**
 * Runs with every active admin locked: of two admins who demote each other, the second is no admin
 * any more.
 */
async function changeStanding(
  context: UserContext,
  id: string,
  { refuse, ...change }: Change,
): Promise<UserChange> {
  const row = await context.db.write(async (tx) => {
    const rows = isId(id) ? await store.lockWithActiveAdmins(context.db, tx, id) : [];
    const target = rows.find((user) => user.id === id);
    if (!target) throw notFound();
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
    return saveStanding(context, tx, target, change);
  });
  return { item: presentUser(row), version: row.version };
}

async function saveStanding(
  context: UserContext,
  tx: Executor,
  old: store.UserRow,
  { action, changes, heir = null }: Omit<Change, 'refuse'>,
): Promise<store.UserRow> {
  const next = { ...old, ...changes };
  const stamps = { updated_at: context.clock(), version: next.version + 1 };
  await store.changeUser(tx, next.id, { ...changes, ...stamps });
  // Applicants log in without their second factor: such a session must not become an admin's.
  const isPromoted = isOfFirm(next.role) && !isOfFirm(old.role);
  if (isPromoted && (await listFactors(tx, next.id)).length > 0)
    await deleteSessionsOf(tx, next.id);
  if (!next.is_active) {
    await deleteSessionsOf(tx, next.id);
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
): Promise<void> {
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
}

/**
 * Refuses with 404, with 409 for the caller's own account and for the last active admin, and with
 * 412. A person who comes to the firm and has a second factor must log in again, with it. Whoever
 * stops being an admin is assigned to nothing any more.
 */
export function changeRole(context: UserContext, id: string, role: Role): Promise<UserChange> {
  return changeStanding(context, id, {
    action: 'users.changeRole',
    changes: { role },
    refuse: (target, others) => refuseRoleChange(context.actor.id, target, role, others),
  });
}

/**
 * Refuses with 404, with 409 for applicants, for the caller's own account and for the last active
 * admin, with 412, and with 422 an heir who is no other active admin. Ends the sessions and codes
 * of an admin who becomes inactive; nothing stays assigned to them.
 */
export function changeStatus(
  context: UserContext,
  id: string,
  { is_active: isActive, assign_to: heir }: ChangeStatusInput,
): Promise<UserChange> {
  return changeStanding(context, id, {
    action: 'users.changeStatus',
    changes: { is_active: isActive },
    heir: isActive ? null : heir,
    refuse: (target, others) => refuseStatusChange(context.actor.id, target, isActive, others),
  });
}
