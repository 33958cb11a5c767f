/** Resets a forgotten password. */
import { RESET } from '#domain/accounts/messages.ts';
import { Problem } from '#domain/problem.ts';
import { countingFailures, mayAskForCode } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import { keepsCookies, sentBrowser } from '../http/browser-cookies.ts';
import { queueMail } from '../mail/store.ts';
import { actorOf } from './account-service.ts';
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts';
import { answerInTheSameTime, issueCode, refuseInTheSameTime, tryCode } from './codes.ts';
import { endChallengesOf } from './challenge-store.ts';
import { passwordChangedMail, resetCodeMail } from './mails.ts';
import { refuseWellKnown, hashPassword, NO_PASSWORD } from './passwords.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import * as store from './store.ts';

/**
 * Mails a code to an active account with a password: at most ten an hour, five of them for one
 * network, and 120 per requesting address. Only `browser` may try it, or everybody if that keeps no
 * cookies. The answer and its timing are the same for every address.
 */
export async function requestPasswordReset(
  context: Context,
  email: string,
  browser: string,
): Promise<void> {
  await answerInTheSameTime(() =>
    context.db.write(async (tx) => {
      if (!(await mayAskForCode(context, tx))) return;
      const user = await store.lockActiveUserByEmail(context.db, tx, email);
      if (user && user.password_hash !== NO_PASSWORD)
        await issueCode(context, tx, {
          userId: user.id,
          purpose: 'reset',
          to: user.email,
          mail: resetCodeMail,
          knownBrowser: await findKnownBrowser(context, tx, user.id),
          address: context.address,
          browser,
          isForEverybody: !keepsCookies(context),
        });
    }),
  );
  context.notifyMail();
}

type Reset = { email: string; otp: string; new_password: string };

/**
 * Sets the password, ends all sessions, voids all codes of the user, and informs them. Refuses a
 * well-known password with 422, and what `verifyOtp` refuses with 400. `device`: the browser that
 * is known to the account from now on.
 */
export async function resetPassword(
  context: Context,
  { email, otp: typed, new_password }: Reset,
  device: string,
): Promise<void> {
  refuseWellKnown(new_password, 'new_password');
  const browser = sentBrowser(context, 'challenge');
  const reset = async () => {
    const passwordHash = await hashPassword(new_password, context.address);
    const isDone = await context.db.write(async (tx) => {
      const user = await store.lockActiveUserByEmail(context.db, tx, email);
      const attempt = user && { userId: user.id, purpose: 'reset' as const, typed, browser };
      if (!attempt || !(await tryCode(context, tx, attempt))) return false;
      const now = context.clock();
      await store.changeUser(tx, user.id, {
        password_hash: passwordHash,
        updated_at: now,
        version: user.version + 1,
      });
      await deleteSessionsOf(tx, user.id);
      await endChallengesOf(tx, user.id);
      await rememberBrowser(context, tx, user.id, device);
      await queueMail(tx, { to: user.email, ...passwordChangedMail(context.publicUrl) }, now);
      await audit(tx, { ...context, actor: actorOf(user) }, 'accounts.reset', 'user', user.id);
      return true;
    });
    if (!isDone) throw new Problem('bad_code', RESET.failed);
  };
  await refuseInTheSameTime(() => countingFailures(context, reset));
  context.notifyMail();
}
