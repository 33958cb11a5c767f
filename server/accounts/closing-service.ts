/** How an applicant's account ends by its owner's will. */
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { CLOSING } from '#domain/accounts/session-messages.ts';
import { invalid, Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import { queueMail } from '../mail/store.ts';
import { recordFailure, takeBackTry, tryPassword } from '../rate-limits/service.ts';
import { erasePerson } from './erasure-service.ts';
import { accountClosedMail, mailGiveUpAt } from './mails.ts';
import { isRightPassword } from './password-service.ts';
import { findUser, lockUser, type UserRow } from './store.ts';

/** Refuses 409 an admin: others' decisions hang on the account. */
export function requireApplicant({ actor }: UserContext): void {
  if (actor.role === 'admin') throw new Problem('admin_account', CLOSING.admin);
}

const wrongPassword = () => invalid({ password: CLOSING.wrongPassword });

/** The caller, after the password was right. A wrong one counts like one of a login. */
async function requireOwner(context: UserContext, password: string): Promise<UserRow> {
  const user = await findUser(context.db.read, context.actor.id);
  if (!user) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  const tried = await tryPassword(
    context,
    user.email,
    async () => (await isRightPassword(user.password_hash, password)) || undefined,
  );
  if (!tried) {
    await recordFailure(context, context.address);
    throw wrongPassword();
  }
  await takeBackTry(context.db.read, tried.tryId);
  return user;
}

/**
 * Deletes the caller's account with proposals, drafts, documents, sessions and messages for good,
 * and says so by mail. Refuses 409 admins, 422 a wrong password, 429 after ten in 15 minutes.
 */
export async function closeAccount(context: UserContext, password: string): Promise<void> {
  requireApplicant(context);
  const proven = await requireOwner(context, password);
  await erasePerson(context, proven.email, {
    actor: context.actor,
    begin: async (tx) => {
      const user = await lockUser(context.db, tx, proven.id);
      if (user?.password_hash !== proven.password_hash || user.email !== proven.email)
        throw wrongPassword();
    },
    finish: async (tx) => {
      const now = context.clock();
      const mail = { ...accountClosedMail(), to: proven.email, giveUpAt: mailGiveUpAt(now) };
      await queueMail(tx, mail, now);
    },
  });
  context.notifyMail();
}
