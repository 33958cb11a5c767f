/** Logging in, and setting a new password: both by a mailed code. */
import { LOGIN, OTP, RESET } from '#domain/accounts/messages.ts';
import { isOfFirm, normaliseEmail } from '#domain/accounts/rules.ts';
import type { CodePurpose } from '#domain/accounts/schema.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { keepsCookies, sentBrowser } from '../http/guards.ts';
import { queueMail } from '../mail/store.ts';
import * as limits from '../rate-limits/service.ts';
import { sessions } from '../sessions/store.ts';
import { actorOf } from './account-service.ts';
import { endChallengesOf, findChallenge, changeUser, lockUser, users } from './store.ts';
import * as codes from './codes.ts';
import { challengeAdmin } from './factor-login-service.ts';
import { loginCodeMail, passwordChangedMail, resetCodeMail } from './mails.ts';
import { hashPassword, isRightPassword, NO_PASSWORD, refuseWellKnown } from './passwords.ts';
import { openSession } from './session-service.ts';

const lockActive = (tx: Executor, email: string) => users.lock(tx, { email, is_active: true });

/**
 * A wrong password, an unknown address and an inactive account are answered alike, and in the same
 * time. `browser`: who may try the code apart from everybody else.
 */
export async function login(
  context: Context,
  input: { username: string; password: string },
  browser: string,
) {
  const email = normaliseEmail(input.username);
  const user = await users.find(context.db.read, { email });
  const knownBrowser = await codes.findKnownBrowser(context, context.db.read, user?.id);
  const check = async () => {
    const isRight = await isRightPassword(user?.password_hash, input.password, context.address);
    return isRight && user?.is_active ? user : undefined;
  };
  const tried = await limits.tryPassword(context, email, check, knownBrowser);
  if (!tried) return refuseLogin(context, user?.id);
  const owner = tried.right;
  const retryAfter = await context.db.write(async (tx) => {
    await limits.takeBackTry(tx, tried.tryId);
    await lockUser(tx, owner.id);
    return codes.issueCode(context, tx, {
      userId: owner.id,
      purpose: 'login',
      to: email,
      mail: loginCodeMail,
      knownBrowser,
      browser,
      isForEverybody: true,
    });
  });
  if (retryAfter !== undefined)
    throw limits.tooMany(context, 'code', retryAfter, { user: owner.id });
  context.notifyMail();
}

function refuseLogin(context: Context, userId: string | undefined): Promise<never> {
  context.log.warn({ user: userId ?? 'unknown', address: context.address }, 'login refused');
  return limits.countingFailures(context, () =>
    Promise.reject(new Problem('bad_credentials', LOGIN.failed)),
  );
}

/**
 * Takes the code of a login; returns a token for 1800 s or, for an admin with a second factor, what
 * the login continues with. `device`: the browser that is known to the account from now on.
 */
export async function verifyOtp(
  context: Context,
  { email, otp: typed }: { email: string; otp: string },
  device: string,
) {
  const browser = sentBrowser(context, 'challenge');
  const verify = async () => {
    const token = await context.db.write(async (tx) => {
      const user = await lockActive(tx, email);
      const attempt = user && { userId: user.id, purpose: 'login' as const, typed, browser };
      if (!attempt || !(await codes.tryCode(context, tx, attempt))) return undefined;
      const challenge = await challengeAdmin(context, tx, user);
      if (challenge) return challenge;
      await audit(tx, { ...context, actor: actorOf(user) }, 'accounts.login', 'user', user.id);
      await codes.rememberBrowser(context, tx, user.id, device);
      const verified = { userId: user.id, role: user.role, verifiedAt: context.clock() };
      const opened = await openSession(context, tx, { ...verified, browser: device });
      const lacksFactor = context.config.needsSecondFactor && isOfFirm(user.role);
      return { ...opened, ...(lacksFactor && { second_factor_setup_required: true as const }) };
    });
    if (!token) throw new Problem('bad_code', OTP.failed);
    return token;
  };
  return codes.refuseInTheSameTime(() => limits.countingFailures(context, verify));
}

const MAILS = { login: loginCodeMail, reset: resetCodeMail } as const;

/**
 * Sends another code if one is pending for this browser or else for everybody, and the limits of
 * account, network and address allow it; does nothing otherwise. The answer is the same either way.
 */
export async function resendOtp(
  context: Context,
  { email, purpose }: { email: string; purpose: CodePurpose },
) {
  await codes.answerInTheSameTime(() =>
    context.db.write(async (tx) => {
      if (!(await limits.mayAskForCode(context, tx))) return;
      const user = await lockActive(tx, email);
      const pending = user && (await findPending(context, tx, user.id, purpose));
      if (!pending) return;
      const { browser } = pending;
      await codes.issueCode(context, tx, {
        userId: user.id,
        purpose,
        to: email,
        mail: MAILS[purpose],
        knownBrowser: await codes.findKnownBrowser(context, tx, user.id),
        browser,
        isForEverybody: browser === undefined,
        resendFor: browser ?? 'everybody else',
        // The browser that gave the password is no stranger.
        address: browser && purpose === 'login' ? undefined : context.address,
      });
    }),
  );
  context.notifyMail();
  return { message: OTP.resent };
}

/** For whom a code is pending: this browser, everybody, or nobody. */
async function findPending(context: Context, tx: Executor, user_id: string, purpose: CodePurpose) {
  const [browser, now] = [sentBrowser(context, 'challenge'), context.clock()];
  if (browser && (await findChallenge(tx, 'browser_codes', { user_id, purpose, browser }, now)))
    return { browser };
  return (await findChallenge(tx, 'codes', { user_id, purpose }, now)) && { browser: undefined };
}

/**
 * Mails a code to an active account with a password: at most ten an hour, five of them for one
 * network, and 120 per requesting address. Only `browser` may try it, or everybody if that keeps no
 * cookies. The answer and its timing are the same for every address.
 */
export async function requestPasswordReset(context: Context, email: string, browser: string) {
  await codes.answerInTheSameTime(() =>
    context.db.write(async (tx) => {
      if (!(await limits.mayAskForCode(context, tx))) return;
      const user = await lockActive(tx, email);
      // Whose account the firm has opened chooses the first password by it.
      if (user && (user.password_hash !== NO_PASSWORD || user.role === 'applicant'))
        await codes.issueCode(context, tx, {
          userId: user.id,
          purpose: 'reset',
          to: email,
          mail: resetCodeMail,
          knownBrowser: await codes.findKnownBrowser(context, tx, user.id),
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
 * Sets the password, ends all sessions, voids all codes of the user, and informs them. `device`:
 * the browser that is known to the account from now on.
 */
export async function resetPassword(
  context: Context,
  { email, otp: typed, new_password }: Reset,
  device: string,
) {
  refuseWellKnown(new_password, 'new_password');
  const browser = sentBrowser(context, 'challenge');
  const reset = async () => {
    const passwordHash = await hashPassword(new_password, context.address);
    const isDone = await context.db.write(async (tx) => {
      const user = await lockActive(tx, email);
      const attempt = user && { userId: user.id, purpose: 'reset' as const, typed, browser };
      if (!attempt || !(await codes.tryCode(context, tx, attempt))) return false;
      const now = context.clock();
      await changeUser(tx, user.id, {
        password_hash: passwordHash,
        updated_at: now,
        version: user.version + 1,
      });
      await sessions.remove(tx, { user_id: user.id });
      await endChallengesOf(tx, user.id);
      await codes.rememberBrowser(context, tx, user.id, device);
      await queueMail(tx, { to: user.email, ...passwordChangedMail(context.publicUrl) }, now);
      await audit(tx, { ...context, actor: actorOf(user) }, 'accounts.reset', 'user', user.id);
      return true;
    });
    if (!isDone) throw new Problem('bad_code', RESET.failed);
  };
  await codes.refuseInTheSameTime(() => limits.countingFailures(context, reset));
  context.notifyMail();
}
