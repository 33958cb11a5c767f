/** Closes an applicant's account at its owner's request. */
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { CLOSING } from '#domain/accounts/session-messages.ts';
import { invalid, Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import { queueMail } from '../mail/store.ts';
import { recordFailure, takeBackTry, tryPassword } from '../rate-limits/service.ts';
import { findKnownBrowser } from './browser-service.ts';
import { erasePerson, type LeaveRounds } from './erasure-service.ts';
import { accountClosedMail } from './mails.ts';
import { isRightPassword } from './passwords.ts';
import { findUser, lockUser, type UserRow } from './store.ts';

/** Refuses admins and judges with 409: decisions about others depend on their accounts. */
export function requireApplicant({ actor }: UserContext): void {
  if (actor.role !== 'applicant') throw new Problem('admin_account', CLOSING.admin);
}

const wrongPassword = () => invalid({ password: CLOSING.wrongPassword });

/** The caller, once the password was right. A wrong one counts like a failed login. */
async function requireOwner(context: UserContext, password: string): Promise<UserRow> {
  const user = await findUser(context.db.read, context.actor.id);
  if (!user) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  const tried = await tryPassword(
    context,
    user.email,
    async () => (await isRightPassword(user.password_hash, password, context.address)) || undefined,
    await findKnownBrowser(context, context.db.read, user.id),
  );
  if (!tried) {
    await recordFailure(context, context.address);
    throw wrongPassword();
  }
  await takeBackTry(context.db.read, tried.tryId);
  return user;
}

/**
 * Deletes the caller's account with its proposals, drafts, documents, sessions and messages, and
 * confirms it by mail. Refuses admins with 409, a wrong password with 422, and further attempts
 * with 429 after ten wrong ones in 15 minutes.
 */
export async function closeAccount(
  context: UserContext,
  password: string,
  leaveRounds: LeaveRounds,
): Promise<void> {
  requireApplicant(context);
  const proven = await requireOwner(context, password);
  await erasePerson(context, proven.email, leaveRounds, {
    actor: context.actor,
    begin: async (tx) => {
      const user = await lockUser(context.db, tx, proven.id);
      if (user?.password_hash !== proven.password_hash || user.email !== proven.email)
        throw wrongPassword();
    },
    finish: async (tx) => {
      await queueMail(tx, { ...accountClosedMail(), to: proven.email }, context.clock());
    },
  });
  context.notifyMail();
}
