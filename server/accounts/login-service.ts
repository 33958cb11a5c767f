/** Logs in: first the password, then a code by e-mail. */
import { LOGIN, OTP } from '#domain/accounts/messages.ts';
import { isOfFirm, normaliseEmail } from '#domain/accounts/rules.ts';
import type { FactorChallenge } from '#domain/accounts/factor-schema.ts';
import type { AccessToken, CodePurpose } from '#domain/accounts/schema.ts';
import { Problem } from '#domain/problem.ts';
import {
  countingFailures,
  mayAskForCode,
  takeBackTry,
  tooMany,
  tryPassword,
} from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { sentBrowser } from '../http/browser-cookies.ts';
import { actorOf } from './account-service.ts';
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts';
import { findChallenge } from './challenge-store.ts';
import { answerInTheSameTime, issueCode, refuseInTheSameTime, tryCode } from './codes.ts';
import { challengeAdmin } from './factor-login-service.ts';
import { loginCodeMail, resetCodeMail } from './mails.ts';
import { hashPassword, matchPassword } from './passwords.ts';
import { openSession } from './session-service.ts';
import * as store from './store.ts';

/**
 * Checks the password and mails a code. Refuses a wrong password, an unknown address and an
 * inactive account alike, with 400 and in the same time; with 429 after ten wrong passwords in 15
 * minutes, whatever the password, and after ten codes in an hour. `browser`: who may try the code
 * apart from everybody else.
 */
export async function login(
  context: Context,
  input: { username: string; password: string },
  browser: string,
): Promise<void> {
  const email = normaliseEmail(input.username);
  const user = await store.findUserByEmail(context.db.read, email);
  const knownBrowser = await findKnownBrowser(context, context.db.read, user?.id);
  const check = async () => {
    const match = await matchPassword(user?.password_hash, input.password, context.address);
    if (!user || match === 'wrong' || !user.is_active) return undefined;
    const newHash =
      match === 'as_sent' ? await hashPassword(input.password, context.address) : undefined;
    return { user, newHash };
  };
  const tried = await tryPassword(context, email, check, knownBrowser);
  if (!tried) return refuseLogin(context, user?.id);
  const { user: owner, newHash } = tried.right;
  const retryAfter = await context.db.write(async (tx) => {
    await takeBackTry(tx, tried.tryId);
    const locked = await store.lockUser(context.db, tx, owner.id);
    if (newHash && locked?.password_hash === owner.password_hash)
      await store.changeUser(tx, owner.id, { password_hash: newHash });
    return issueCode(context, tx, {
      userId: owner.id,
      purpose: 'login',
      to: owner.email,
      mail: loginCodeMail,
      knownBrowser,
      browser,
      isForEverybody: true,
    });
  });
  if (retryAfter !== undefined) throw tooMany(context, 'code', retryAfter, { user: owner.id });
  context.notifyMail();
}

function refuseLogin(context: Context, userId: string | undefined): Promise<never> {
  context.log.warn({ user: userId ?? 'unknown', address: context.address }, 'login refused');
  return countingFailures(context, () =>
    Promise.reject(new Problem('bad_credentials', LOGIN.failed)),
  );
}

/**
 * Takes the code of a login; returns a token for 1800 s or, for an admin with a second factor, what
 * the login continues with. Refuses with 400 a code that is wrong, used, void, expired or of an
 * inactive account. `device`: the browser that is known to the account from now on.
 */
export async function verifyOtp(
  context: Context,
  { email, otp: typed }: { email: string; otp: string },
  device: string,
): Promise<AccessToken | FactorChallenge> {
  const browser = sentBrowser(context, 'challenge');
  const verify = async () => {
    const token = await context.db.write(async (tx) => {
      const user = await store.lockActiveUserByEmail(context.db, tx, email);
      const attempt = user && { userId: user.id, purpose: 'login' as const, typed, browser };
      if (!attempt || !(await tryCode(context, tx, attempt))) return undefined;
      const challenge = await challengeAdmin(context, tx, user);
      if (challenge) return challenge;
      await audit(tx, { ...context, actor: actorOf(user) }, 'accounts.login', 'user', user.id);
      await rememberBrowser(context, tx, user.id, device);
      const opened = await openSession(context, tx, user.id);
      const lacksFactor = context.config.needsSecondFactor && isOfFirm(user.role);
      return { ...opened, ...(lacksFactor && { second_factor_setup_required: true as const }) };
    });
    if (!token) throw new Problem('bad_code', OTP.failed);
    return token;
  };
  return refuseInTheSameTime(() => countingFailures(context, verify));
}

const MAILS = { login: loginCodeMail, reset: resetCodeMail } as const;

/**
 * Sends another code if one is pending for this browser or else for everybody, and the limits of
 * account, network and address allow it; does nothing otherwise. The answer is the same either way.
 */
export async function resendOtp(
  context: Context,
  { email, purpose }: { email: string; purpose: CodePurpose },
): Promise<void> {
  await answerInTheSameTime(() =>
    context.db.write(async (tx) => {
      if (!(await mayAskForCode(context, tx))) return;
      const user = await store.lockActiveUserByEmail(context.db, tx, email);
      const pending = user && (await findPending(context, tx, user.id, purpose));
      if (!pending) return;
      const { browser } = pending;
      await issueCode(context, tx, {
        userId: user.id,
        purpose,
        to: user.email,
        mail: MAILS[purpose],
        knownBrowser: await findKnownBrowser(context, tx, user.id),
        browser,
        isForEverybody: browser === undefined,
        resendFor: browser ?? 'everybody else',
        // The browser that gave the password is no stranger.
        address: browser && purpose === 'login' ? undefined : context.address,
      });
    }),
  );
  context.notifyMail();
}

/** For whom a code is pending: this browser, everybody, or nobody. */
async function findPending(
  context: Context,
  tx: Executor,
  user_id: string,
  purpose: CodePurpose,
): Promise<{ browser: string | undefined } | undefined> {
  const [browser, now] = [sentBrowser(context, 'challenge'), context.clock()];
  if (browser && (await findChallenge(tx, 'browser_codes', { user_id, purpose, browser }, now)))
    return { browser };
  return (await findChallenge(tx, 'codes', { user_id, purpose }, now)) && { browser: undefined };
}
