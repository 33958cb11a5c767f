/** The last step of an admin's login: a passkey, a code of the app, or a recovery code. */
import { randomBytes } from 'node:crypto';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type {
  FactorChallenge,
  FactorMethod,
  PasskeyLoginInput,
} from '#domain/accounts/factor-schema.ts';
import { isOfFirm } from '#domain/accounts/rules.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { FACTORS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import { hashToken } from '../http/guards.ts';
import { queueMail } from '../mail/store.ts';
import * as limits from '../rate-limits/service.ts';
import { actorOf } from './account-service.ts';
import * as challenges from './store.ts';
import {
  beginChallenge,
  findBegun,
  type FactorChallengeRow,
  listFactors,
  lockUser,
  recoveryCodes,
  type UserRow,
} from './store.ts';
import { rememberBrowser } from './codes.ts';
import { useAppCode, useRecoveryCode } from './factor-codes.ts';
import { recoveryCodeUsedMail } from './mails.ts';
import { loadWebAuthn, requestOptions, usePasskey, type RelyingParty } from './passkeys.ts';
import { openSession } from './session-service.ts';

const expired = () => new Problem('challenge_expired', FACTOR.expired);

/**
 * In the transaction that used up the mailed code: for an admin with a second factor, returns the
 * token with which the login continues. Undefined for everybody else.
 */
export async function challengeAdmin(
  context: Pick<Context, 'clock'>,
  tx: Executor,
  user: UserRow,
): Promise<FactorChallenge | undefined> {
  const factors = isOfFirm(user.role) ? await listFactors(tx, user.id) : [];
  if (factors.length === 0) return undefined;
  const kinds = new Set<FactorMethod>(factors.map(({ kind }) => kind));
  if ((await recoveryCodes.count(tx, { user_id: user.id })) > 0) kinds.add('recovery');
  const token = randomBytes(32).toString('base64url');
  const token_hash = hashToken(token);
  await beginChallenge(context, tx, { user_id: user.id, purpose: 'login', token_hash });
  return {
    second_factor_required: true,
    challenge_token: token,
    expires_in: FACTORS.challengeLifetimeSeconds,
    methods: (['passkey', 'totp', 'recovery'] as const).filter((method) => kinds.has(method)),
  };
}

type Waiting = { user: UserRow; challenge: FactorChallengeRow };

/** The login, with its user locked. Undefined if it has expired. */
async function findWaiting(context: Pick<Context, 'clock'>, tx: Executor, token: string) {
  const token_hash = hashToken(token);
  const begun = await table('factor_challenges').find(tx, { token_hash });
  const user = begun && (await lockUser(tx, begun.user_id));
  if (!user || !user.is_active) return undefined;
  const challenge = await findBegun(context, tx, { user_id: user.id, purpose: 'login' });
  return challenge?.token_hash === token_hash ? { user, challenge } : undefined;
}

type Outcome =
  | { token: AccessToken }
  | { refusal: 'expired' | 'wrong' }
  | { refusal: 'limit'; retryAfter: number; userId: string };

type Attempt = {
  method: FactorMethod;
  /** The browser that is known to the account from now on. */
  device: string;
  sentence: string;
  /** Whether the factor is right; uses it up. Runs in the transaction. */
  isRight: (tx: Executor, waiting: Waiting) => Promise<boolean>;
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
  const counted = await limits.countTry(context, tx, 'factor', user.id);
  if (counted.id === undefined)
    return { refusal: 'limit', retryAfter: counted.retryAfter, userId: user.id };
  if (!(await isRight(tx, waiting))) {
    await challenges.countWrongTry(tx, 'factor_challenges', challenge);
    context.log.warn({ user: user.id, method, address: context.address }, 'second factor refused');
    return { refusal: 'wrong' };
  }
  await limits.takeBackTry(tx, counted.id);
  await challenges.endChallenge(tx, 'factor_challenges', challenge);
  await finish?.(tx, user);
  const acting = { ...context, actor: actorOf(user) };
  await audit(tx, acting, 'accounts.login', 'user', user.id, { after: { second_factor: method } });
  await rememberBrowser(context, tx, user.id, device);
  const verified = { userId: user.id, role: user.role, verifiedAt: context.clock() };
  return { token: await openSession(context, tx, { ...verified, browser: device }) };
}

async function finishLogin(context: Context, token: string, attempt: Attempt) {
  return limits.countingFailures(context, async () => {
    const outcome = await context.db.write((tx) => tryOnce(context, tx, token, attempt));
    if ('token' in outcome) return outcome.token;
    if (outcome.refusal === 'wrong') throw new Problem('bad_code', attempt.sentence);
    if (outcome.refusal === 'limit')
      throw limits.tooMany(context, 'factor', outcome.retryAfter, { user: outcome.userId });
    throw expired();
  });
}

/** `device`: the browser that is known to the account from now on. */
type CodeLogin = { challenge_token: string; code: string; device: string };

/** Each code is accepted once; those of the previous and the next half minute are valid too. */
export const loginByApp = (context: Context, { challenge_token, code, device }: CodeLogin) =>
  finishLogin(context, challenge_token, {
    method: 'totp',
    device,
    sentence: FACTOR.wrongCode,
    isRight: (tx, { user }) => useAppCode(context, tx, user.id, code),
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
      const left = await recoveryCodes.count(tx, { user_id: user.id });
      const words = recoveryCodeUsedMail(context.publicUrl, left);
      await queueMail(tx, { to: user.email, ...words }, context.clock());
    },
  });
  context.notifyMail();
  return token;
}

export async function askForPasskey(context: Context, party: RelyingParty, token: string) {
  const webauthn = await loadWebAuthn();
  return context.db.write(async (tx) => {
    const waiting = await findWaiting(context, tx, token);
    if (!waiting) throw expired();
    const { user, challenge } = waiting;
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
    isRight: (tx, { challenge }) => usePasskey(context, webauthn, party, tx, challenge, credential),
  });
}
