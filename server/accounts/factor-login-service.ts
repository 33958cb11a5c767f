/** The last step of an admin's login: a passkey, a code of the app, or a recovery code. */
import { randomBytes } from 'node:crypto';
import type {
  FactorChallenge,
  FactorMethod,
  PasskeyLoginInput,
} from '#domain/accounts/factor-schema.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { isOfFirm } from '#domain/accounts/rules.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { FACTORS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { FactorChallengesTable, FactorsTable } from '../db/factor-tables.ts';
import type { Executor } from '../db/open.ts';
import { hashToken } from '../http/guards.ts';
import { queueMail } from '../mail/store.ts';
import { countingFailures, countTry, takeBackTry, tooMany } from '../rate-limits/service.ts';
import { actorOf } from './account-service.ts';
import { rememberBrowser } from './known-browsers.ts';
import * as challenges from './challenge-store.ts';
import { recoveryCodeUsedMail } from './factor-mails.ts';
import { changeFactor, countRecoveryCodes, listFactors } from './factor-store.ts';
import { loadWebAuthn, readSignature, requestOptions, type RelyingParty } from './passkeys.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { openSession } from './session-service.ts';
import { lockUser, type UserRow } from './store.ts';
import { useAppCode } from './totp.ts';

const expired = () => new Problem('challenge_expired', FACTOR.expired);

type Begun = Pick<FactorChallengesTable, 'user_id' | 'purpose'> & Partial<FactorChallengesTable>;

/** Call it in a transaction: a login or a set-up that is to be completed within five minutes. */
export const beginChallenge = (
  { clock }: Pick<Context, 'clock'>,
  tx: Executor,
  begun: Begun,
): Promise<void> =>
  challenges.issueChallenge(tx, 'factor_challenges', {
    token_hash: null,
    value: null,
    wrong_tries: 0,
    expires_at: new Date(clock().getTime() + FACTORS.challengeLifetimeSeconds * 1000),
    ...begun,
  });

/** Call it with the user locked: undefined if it expired or was tried too often. */
export async function findBegun(
  { clock }: Pick<Context, 'clock'>,
  tx: Executor,
  key: Pick<FactorChallengesTable, 'user_id' | 'purpose'>,
): Promise<FactorChallengesTable | undefined> {
  const challenge = await challenges.findChallenge(tx, 'factor_challenges', key, clock());
  return challenge && challenges.mayBeTried(challenge) ? challenge : undefined;
}

/**
 * Call it in the transaction that used up the mailed code: for an admin with a second factor,
 * returns the token with which the login continues. Undefined for everybody else.
 */
export async function challengeAdmin(
  context: Pick<Context, 'clock'>,
  tx: Executor,
  user: UserRow,
): Promise<FactorChallenge | undefined> {
  const factors = isOfFirm(user.role) ? await listFactors(tx, user.id) : [];
  if (factors.length === 0) return undefined;
  const token = randomBytes(32).toString('base64url');
  const token_hash = hashToken(token);
  await beginChallenge(context, tx, { user_id: user.id, purpose: 'login', token_hash });
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
  context: Pick<Context, 'db' | 'clock'>,
  tx: Executor,
  token: string,
): Promise<Waiting | undefined> {
  const tokenHash = hashToken(token);
  const userId = await challenges.findChallenged(tx, tokenHash);
  const user = userId && (await lockUser(context.db, tx, userId));
  if (!user || !user.is_active) return undefined;
  const challenge = await findBegun(context, tx, { user_id: user.id, purpose: 'login' });
  return challenge?.token_hash === tokenHash ? { user, challenge } : undefined;
}

/** Refuses an expired login with 400. */
async function requireWaiting(context: Context, tx: Executor, token: string): Promise<Waiting> {
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
    await challenges.countWrongTry(tx, 'factor_challenges', challenge);
    context.log.warn({ user: user.id, method, address: context.address }, 'second factor refused');
    return { refusal: 'wrong' };
  }
  await takeBackTry(tx, counted.id);
  await challenges.endChallenge(tx, 'factor_challenges', challenge);
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
async function finishLogin(
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

/** `device`: the browser that is known to the account from now on. */
type CodeLogin = { challenge_token: string; code: string; device: string };

/** Each code is accepted once; those of the previous and the next half minute are valid too. */
export const loginByApp = (
  context: Context,
  { challenge_token, code, device }: CodeLogin,
): Promise<AccessToken> =>
  finishLogin(context, challenge_token, {
    method: 'totp',
    device,
    sentence: FACTOR.wrongCode,
    isRight: async (tx, { user }) => {
      const app = (await listFactors(tx, user.id)).find(({ kind }) => kind === 'totp');
      return useAppCode(context, tx, app, code);
    },
  });

/** Each works once; the person is informed by mail. */
export async function loginByRecoveryCode(
  context: Context,
  { challenge_token, code, device }: CodeLogin,
): Promise<AccessToken> {
  const token = await finishLogin(context, challenge_token, {
    method: 'recovery',
    device,
    sentence: FACTOR.wrongRecoveryCode,
    isRight: (tx, { user }) => useRecoveryCode(context, tx, user.id, code),
    finish: async (tx, user) => {
      const words = recoveryCodeUsedMail(context.publicUrl, await countRecoveryCodes(tx, user.id));
      await queueMail(tx, { to: user.email, ...words }, context.clock());
    },
  });
  context.notifyMail();
  return token;
}

/**
 * What the browser asks a passkey to sign, bound to this login. Refuses an expired login with 400.
 */
export async function askForPasskey(context: Context, party: RelyingParty, token: string) {
  const webauthn = await loadWebAuthn();
  return context.db.write(async (tx) => {
    const { user, challenge } = await requireWaiting(context, tx, token);
    const passkeys = (await listFactors(tx, user.id)).filter(({ kind }) => kind === 'passkey');
    if (passkeys.length === 0) throw new Problem('no_second_factor', FACTOR.none);
    const options = await requestOptions(webauthn, party, passkeys);
    const value = options.challenge;
    await challenges.changeChallenge(tx, 'factor_challenges', challenge, { value });
    return options;
  });
}

/** Accepts only this person's passkeys for this site; each signature is accepted once. */
export async function loginByPasskey(
  context: Context,
  party: RelyingParty,
  { challenge_token, credential, device }: PasskeyLoginInput & { device: string },
): Promise<AccessToken> {
  const webauthn = await loadWebAuthn();
  return finishLogin(context, challenge_token, {
    method: 'passkey',
    device,
    sentence: FACTOR.wrongPasskey,
    isRight: async (tx, { user, challenge }) => {
      const own = await listFactors(tx, user.id);
      const passkey = own.find(({ credential_id: id }) => id === credential.id);
      if (!passkey || !challenge.value) return false;
      await challenges.changeChallenge(tx, 'factor_challenges', challenge, { value: null });
      const signed = { credential, challenge: challenge.value, passkey };
      const count = await readSignature(context, webauthn, party, signed);
      if (count === undefined) return false;
      await changeFactor(tx, passkey.id, { sign_count: count, last_used_at: context.clock() });
      return true;
    },
  });
}
