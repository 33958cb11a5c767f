/**
 * Proof that a session is in its owner's hands: the password, or a code of the app for changes of
 * the second factor.
 */
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { Proof } from '#domain/accounts/factor-schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import type { UserContext } from '../context.ts';
import {
  countTry,
  recordFailure,
  takeBackTry,
  tooMany,
  tryPassword,
} from '../rate-limits/service.ts';
import { findKnownBrowser } from './known-browsers.ts';
import { listFactors } from './factor-store.ts';
import { isRightPassword } from './passwords.ts';
import { findUser, lockUser, type UserRow } from './store.ts';
import { useAppCode } from './totp.ts';

/** The caller. Refuses with 404 an account that was closed meanwhile. */
export async function requireSelf(find: Promise<UserRow | undefined>): Promise<UserRow> {
  const user = await find;
  if (!user) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  return user;
}

/**
 * Refuses a wrong password with the given problem, counted like a failed login, and with 429 after
 * ten wrong ones in 15 minutes.
 */
export async function requirePassword(
  context: UserContext,
  user: UserRow,
  password: string,
  refusal: Problem,
): Promise<void> {
  const tried = await tryPassword(
    context,
    user.email,
    async () => (await isRightPassword(user.password_hash, password, context.address)) || undefined,
    await findKnownBrowser(context, context.db.read, user.id),
  );
  if (!tried) return refuse(context, refusal);
  await takeBackTry(context.db.read, tried.tryId);
}

async function refuse(context: UserContext, refusal: Problem): Promise<never> {
  await recordFailure(context, context.address);
  throw refusal;
}

async function isAppCode(context: UserContext, userId: string, code: string): Promise<boolean> {
  const { isRight, retryAfter } = await context.db.write(async (tx) => {
    await lockUser(context.db, tx, userId);
    const counted = await countTry(context, tx, 'factor', userId);
    if (counted.id === undefined) return { isRight: false, retryAfter: counted.retryAfter };
    const app = (await listFactors(tx, userId)).find(({ kind }) => kind === 'totp');
    const isRightCode = await useAppCode(context, tx, app, code);
    if (isRightCode) await takeBackTry(tx, counted.id);
    return { isRight: isRightCode, retryAfter: undefined };
  });
  if (retryAfter !== undefined) throw tooMany(context, 'factor', retryAfter, { user: userId });
  return isRight;
}

/**
 * The caller, once the password or a code from the app was right. Refuses a missing or wrong one
 * with 422 beside the field, and with 429 as at a login.
 */
export async function proveOwner(
  context: UserContext,
  { current_password: password, code }: Proof,
): Promise<UserRow> {
  const user = await requireSelf(findUser(context.db.read, context.actor.id));
  if (password) {
    const wrong = invalid({ current_password: FACTOR.wrongPassword });
    await requirePassword(context, user, password, wrong);
    return user;
  }
  if (!code) throw invalid({ current_password: FACTOR.proof });
  if (await isAppCode(context, user.id, code)) return user;
  return refuse(context, invalid({ code: FACTOR.wrongCode }));
}
