/** Logins that have passed the mailed code and wait for the second factor. */
import { randomBytes } from 'node:crypto';
import type { FactorChallenge, FactorMethod } from '#domain/accounts/factor-schema.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { FACTORS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { FactorChallengesTable, FactorsTable } from '../db/factor-tables.ts';
import type { Executor } from '../db/open.ts';
import { hashToken } from '../http/guards.ts';
import { countingFailures, countTry, takeBackTry, tooMany } from '../rate-limits/service.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { actorOf } from './account-service.ts';
import { rememberBrowser } from './browser-service.ts';
import * as challenges from './challenge-store.ts';
import { countRecoveryCodes, listFactors } from './factor-store.ts';
import { openSession } from './session-service.ts';
import { lockUser, type UserRow } from './store.ts';

const expired = () => new Problem('challenge_expired', FACTOR.expired);

export const endOf = (now: Date): Date =>
  new Date(now.getTime() + FACTORS.challengeLifetimeSeconds * 1000);

/**
 * Call it in the transaction that used up the mailed code: for an admin with a second factor,
 * returns the token with which the login continues. Undefined for everybody else.
 */
export async function challengeAdmin(
  { clock }: Pick<Context, 'clock'>,
  tx: Executor,
  user: UserRow,
): Promise<FactorChallenge | undefined> {
  const factors = isOfFirm(user.role) ? await listFactors(tx, user.id) : [];
  if (factors.length === 0) return undefined;
  const token = randomBytes(32).toString('base64url');
  await challenges.replaceChallenge(tx, {
    user_id: user.id,
    purpose: 'login',
    token_hash: hashToken(token),
    value: null,
    wrong_tries: 0,
    expires_at: endOf(clock()),
  });
  return {
    second_factor_required: true,
    challenge_token: token,
    expires_in: FACTORS.challengeLifetimeSeconds,
    methods: await methodsOf(tx, user.id, factors),
  };
}

async function methodsOf(
  tx: Executor,
  userId: string,
  factors: readonly FactorsTable[],
): Promise<FactorMethod[]> {
  const kinds = new Set<FactorMethod>(factors.map(({ kind }) => kind));
  if ((await countRecoveryCodes(tx, userId)) > 0) kinds.add('recovery');
  return (['passkey', 'totp', 'recovery'] as const).filter((method) => kinds.has(method));
}

type Waiting = { user: UserRow; challenge: FactorChallengesTable };

/** Call it in a transaction: the login, with its user locked. Undefined if it has expired. */
async function findWaiting(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tx: Executor,
  token: string,
): Promise<Waiting | undefined> {
  const tokenHash = hashToken(token);
  const userId = await challenges.findChallenged(tx, tokenHash);
  const user = userId && (await lockUser(db, tx, userId));
  if (!user || !user.is_active) return undefined;
  const challenge = await challenges.findChallenge(tx, user.id, 'login', clock());
  const isOpen = challenge?.token_hash === tokenHash && challenge.wrong_tries < FACTORS.tries;
  return isOpen ? { user, challenge } : undefined;
}

/** Refuses an expired login with 400. */
export async function requireWaiting(
  context: Context,
  tx: Executor,
  token: string,
): Promise<Waiting> {
  const waiting = await findWaiting(context, tx, token);
  if (!waiting) throw expired();
  return waiting;
}

type Outcome =
  | { token: AccessToken }
  | { refusal: 'expired' | 'wrong' }
  | { refusal: 'limit'; retryAfter: number; userId: string };

type Attempt = {
  method: FactorMethod;
  /** The browser that is known to the account from now on. */
  device: string;
  /** The message for a wrong factor. */
  sentence: string;
  /** Whether the factor is right; uses it up. Runs in the transaction. */
  isRight: (tx: Executor, waiting: Waiting) => Promise<boolean>;
  /** Further work when a login succeeds this way. */
  finish?: (tx: Executor, user: UserRow) => Promise<void>;
};

async function tryOnce(
  context: Context,
  tx: Executor,
  token: string,
  { method, device, isRight, finish }: Attempt,
): Promise<Outcome> {
  const waiting = await findWaiting(context, tx, token);
  if (!waiting) return { refusal: 'expired' };
  const { user, challenge } = waiting;
  const counted = await countTry(context, tx, 'factor', user.id);
  if (counted.id === undefined)
    return { refusal: 'limit', retryAfter: counted.retryAfter, userId: user.id };
  if (!(await isRight(tx, waiting))) {
    const wrongTries = challenge.wrong_tries + 1;
    await challenges.changeChallenge(tx, user.id, 'login', { wrong_tries: wrongTries });
    context.log.warn({ user: user.id, method, address: context.address }, 'second factor refused');
    return { refusal: 'wrong' };
  }
  await takeBackTry(tx, counted.id);
  await challenges.deleteChallenge(tx, user.id, 'login');
  await finish?.(tx, user);
  const acting = { ...context, actor: actorOf(user) };
  await audit(tx, acting, 'accounts.login', 'user', user.id, { after: { second_factor: method } });
  await rememberBrowser(context, tx, user.id, device);
  return { token: await openSession(context, tx, user.id) };
}

/**
 * Opens the session if the factor is right. Refuses with 400 a wrong factor (the fifth voids the
 * login) and an expired login; with 429 after ten wrong ones in 15 minutes.
 */
export async function finishLogin(
  context: Context,
  token: string,
  attempt: Attempt,
): Promise<AccessToken> {
  return countingFailures(context, async () => {
    const outcome = await context.db.write((tx) => tryOnce(context, tx, token, attempt));
    if ('token' in outcome) return outcome.token;
    if (outcome.refusal === 'wrong') throw new Problem('bad_code', attempt.sentence);
    if (outcome.refusal === 'limit')
      throw tooMany(context, 'factor', outcome.retryAfter, { user: outcome.userId });
    throw expired();
  });
}
