/**
 * The right to erasure (Data Protection Act, 2012, section 33): from the command line, by an admin
 * at a person's request, and for people who close their own account.
 */
import { ERASING } from '#domain/accounts/erasure-messages.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import { CLOSING } from '#domain/accounts/session-messages.ts';
import { MEMBERS } from '#domain/members/rules.ts';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { requireVersion, type Context, type Services, type UserContext } from '../context.ts';
import type { Db, Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { queueMail } from '../mail/store.ts';
import { tellRemoved } from '../members/members.ts';
import { listSharedWith, listTold, renewSearch, type Told } from '../members/store.ts';
import {
  countTraces,
  erasePersonRows,
  findPersonRows,
  lockPersonRows,
  type PersonRows,
} from './erasure-store.ts';
import { accountClosedMail, accountErasedMail } from './mails.ts';
import { requirePassword } from './passwords.ts';
import { findUser, lockUser, requireUser, type UserRow } from './store.ts';

export type Erasure = {
  email: string;
  /** An admin or a judge: decisions about others depend on their accounts. */
  isKept: boolean;
  proposals: number;
  drafts: number;
  documents: number;
  messages: number;
};

const isKept = ({ user }: PersonRows): boolean => user !== undefined && user.role !== 'applicant';

const count = (email: string, rows: PersonRows): Erasure => ({
  email,
  isKept: isKept(rows),
  proposals: rows.proposalIds.length,
  drafts: rows.draftIds.length,
  documents: rows.documentKeys.length,
  messages: rows.enquiryIds.length,
});

/** What would be deleted, and what stays; undefined if the address is unknown. */
export async function findErasable({ db }: Pick<Services, 'db'>, email: string) {
  const rows = await findPersonRows(db.read, email);
  if (!rows.user && rows.enquiryIds.length === 0) return undefined;
  return { ...count(email, rows), ...(await countTraces(db.read, rows)) };
}

type Erasing = {
  actor: Context['actor'];
  /** Where an admin acts from; of people who erase themselves nothing is logged. */
  address?: string;
  /** Whether what others work on goes too. */
  isShared?: boolean;
  /** Runs once everything of theirs is locked: a last check. */
  begin: (tx: Executor) => Promise<void>;
  /** Runs in the transaction once everything is deleted. */
  finish: (tx: Executor) => Promise<void>;
};

/** Judging, which knows accounts, hands in how entries leave its rounds. */
export type LeaveRounds = {
  /** Comes first: a transaction that has locked a round may be waiting for what the person owns. */
  lock: (db: Db, tx: Executor, email: string) => Promise<void>;
  leave: (services: Services, tx: Executor, rows: PersonRows) => Promise<void>;
};

export const AT_THE_MACHINE: Erasing = {
  actor: { role: 'visitor' },
  begin: async () => undefined,
  finish: async () => undefined,
};

/**
 * Permanently deletes an applicant's account, proposals, drafts, documents, mails and messages; log
 * entries about them lose their personal data. An admin's account stays, because decisions about
 * others depend on it. Approved testimonials have no address: an admin unpublishes those.
 */
export async function erasePerson(
  services: Services,
  email: string,
  { lock, leave }: LeaveRounds,
  { begin, finish, isShared, ...acting }: Erasing = AT_THE_MACHINE,
): Promise<Erasure> {
  const { db, clock } = services;
  const rows = await db.write(async (tx) => {
    await lock(db, tx, email);
    await lockPersonRows(tx, email);
    await begin(tx);
    const found = await findPersonRows(tx, email);
    if (isKept(found)) throw new Error(`${email} is the account of an admin or a judge.`);
    if (!isShared) await refuseShared(tx, found);
    await tellRemoved(services, tx, 'draft', found.draftIds);
    await tellRemoved(services, tx, 'proposal', found.proposalIds);
    const joined = found.user ? await listSharedWith(tx, 'proposal', found.user.id) : [];
    await leave(services, tx, found);
    await erasePersonRows(tx, email, found);
    await renewSearch(tx, joined);
    // People who erase themselves leave no name in that log entry either.
    const { name: _name, ...nameless } = acting.actor;
    const by = nameless.id === found.user?.id ? { actor: nameless } : acting;
    await audit(tx, { clock, ...by }, 'accounts.erase', 'user', found.user?.id ?? 'none');
    await finish(tx);
    await raiseVersion(tx, 'proposals');
    // The public record counts what was received.
    await raiseVersion(tx, 'public');
    return found;
  });
  await deleteFiles(services, [...rows.documentKeys, ...rows.copyKeys, ...rows.draftKeys]);
  return count(email, rows);
}

/** Refuses with what other people work on: nobody's work goes unseen. */
async function refuseShared(tx: Executor, { draftIds, proposalIds }: PersonRows): Promise<void> {
  const refused = [
    ...(await listTold(tx, 'draft', draftIds)).map(toRefused),
    ...(await listTold(tx, 'proposal', proposalIds)).map((one) => ({
      ...toRefused(one),
      proposal_id: one.id,
    })),
  ];
  const rows = [...new Map(refused.map((row) => [row.id, row])).values()];
  if (rows.length > 0) throw new Problem('has_members', MEMBERS.hasMembers, { refused: rows });
}

const toRefused = ({ id, business_name: name, program }: Told) => ({
  ...{ id, reason: program, code: 'has_members' },
  ...(name && { name }),
});

/** Refuses admins and judges with 409: decisions about others depend on their accounts. */
export function requireApplicant({ actor }: UserContext): void {
  if (actor.role !== 'applicant') throw new Problem('admin_account', CLOSING.admin);
}

const wrongPassword = () => invalid({ password: CLOSING.wrongPassword });

/** By its owner, and confirmed by mail. */
export async function closeAccount(
  context: UserContext,
  { password, shared }: { password: string; shared?: 'delete' | undefined },
  leaveRounds: LeaveRounds,
) {
  requireApplicant(context);
  const proven = await requireUser(findUser(context.db.read, context.actor.id));
  await requirePassword(context, proven, password, wrongPassword());
  await erasePerson(context, proven.email ?? proven.id, leaveRounds, {
    actor: context.actor,
    isShared: shared === 'delete',
    begin: async (tx) => {
      const user = await lockUser(tx, proven.id);
      if (user?.password_hash !== proven.password_hash || user.email !== proven.email)
        throw wrongPassword();
    },
    finish: async (tx) => {
      await queueMail(tx, { ...accountClosedMail(), to: proven.email }, context.clock());
    },
  });
  context.notifyMail();
}

async function requireErasable({ actor }: UserContext, found: Promise<UserRow | undefined>) {
  const user = await requireUser(found);
  if (user.id === actor.id) throw new Problem('own_account', ERASING.ownAccount);
  if (user.role !== 'applicant') throw new Problem('admin_account', ERASING.onlyApplicants);
  return user;
}

export async function previewErasure(context: UserContext, id: string) {
  const { email } = await requireErasable(context, findUser(context.db.read, id));
  const { isKept: _isKept, ...found } = (await findErasable(context, email ?? id))!;
  return found;
}

/** By an admin, at the person's request, and confirmed by mail. */
export async function eraseUser(
  context: UserContext,
  id: string,
  { email: typed, shared }: { email: string; shared?: 'delete' | undefined },
  leaveRounds: LeaveRounds,
) {
  const { email, phone_number } = await requireErasable(context, findUser(context.db.read, id));
  if (normaliseEmail(typed) !== (email ?? phone_number))
    throw invalid({ email: email === null ? ERASING.typePhone : ERASING.typeEmail });
  await erasePerson(context, email ?? id, leaveRounds, {
    actor: context.actor,
    address: context.address,
    isShared: shared === 'delete',
    begin: async (tx) => {
      const user = await requireErasable(context, lockUser(tx, id));
      requireVersion(context, user.version, SHARED_RULES.changedMeanwhile);
      if (user.email !== email) throw invalid({ email: ERASING.typeEmail });
    },
    finish: async (tx) => {
      await queueMail(tx, { ...accountErasedMail(), to: email }, context.clock());
    },
  });
  context.notifyMail();
}
