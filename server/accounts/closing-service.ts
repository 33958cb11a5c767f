/** Closes an applicant's account at its owner's request. */
import { CLOSING } from '#domain/accounts/session-messages.ts';
import { invalid, Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import { queueMail } from '../mail/store.ts';
import { erasePerson, type LeaveRounds } from './erasure-service.ts';
import { accountClosedMail } from './mails.ts';
import { requirePassword, requireSelf } from './proofs.ts';
import { findUser, lockUser } from './store.ts';

/** Refuses admins and judges with 409: decisions about others depend on their accounts. */
export function requireApplicant({ actor }: UserContext): void {
  if (actor.role !== 'applicant') throw new Problem('admin_account', CLOSING.admin);
}

const wrongPassword = () => invalid({ password: CLOSING.wrongPassword });

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
  const proven = await requireSelf(findUser(context.db.read, context.actor.id));
  await requirePassword(context, proven, password, wrongPassword());
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
