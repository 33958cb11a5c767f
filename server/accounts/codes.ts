/** Mailed codes, and the browsers that may try them. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT_RULES, OTP, RESET } from '#domain/accounts/messages.ts';
import { CODES, COOKIES } from '#domain/constants.ts';
import { formatSecond } from '#domain/dates.ts';
import { Problem } from '#domain/problem.ts';
import { countCode, type CodeRequest } from '../rate-limits/code-limits.ts';
import type { Context, Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { sentBrowser } from '../http/guards.ts';
import { queueMail } from '../mail/store.ts';
import * as challenges from './store.ts';
import type { CodeMail } from './mails.ts';
import { findKnown, insertKnown } from './store.ts';

type Purpose = Row<'codes'>['purpose'];
type Parts = Pick<Services, 'db' | 'clock' | 'log' | 'codeSecret'>;

/**
 * Keyed, and bound to user and purpose: without the key, a million guesses at a stored hash reveal
 * nothing.
 */
const hashCode = (secret: string, userId: string, purpose: Purpose, code: string): string =>
  createHmac('sha256', secret).update(`${userId}:${purpose}:${code}`).digest('hex');

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Who may try a code: the browser that asked for it, and everybody else, each five times. */
type Holders = { browser?: string | undefined; isForEverybody: boolean };

type Order = CodeRequest & Holders & { to: string; mail: CodeMail; newEmail?: string };

/**
 * With the user locked: voids the older code of the same holders and queues a mail with a new one.
 * Past a limit, does nothing and returns the seconds to wait.
 */
export async function issueCode(
  parts: Parts,
  tx: Executor,
  { to, mail, newEmail, browser, isForEverybody, ...request }: Order,
) {
  const retryAfter = await countCode(parts, tx, request);
  if (retryAfter !== undefined) return retryAfter;
  const { userId, purpose } = request;
  const code = String(randomInt(10 ** CODES.length)).padStart(CODES.length, '0');
  const now = parts.clock();
  const expiresAt = new Date(now.getTime() + CODES.lifetimeSeconds * 1000);
  const row = {
    user_id: userId,
    purpose,
    code_hash: hashCode(parts.codeSecret, userId, purpose, code),
    wrong_tries: 0,
    created_at: now,
    expires_at: expiresAt,
  };
  if (isForEverybody)
    await challenges.issueChallenge(tx, 'codes', { ...row, new_email: newEmail ?? null });
  if (browser) await challenges.issueChallenge(tx, 'browser_codes', { ...row, browser });
  const words = mail(code);
  // No two alike: a mailbox that folds them into one shows the older code.
  const subject = `${words.subject} (${formatSecond(now)} GMT)`;
  await queueMail(tx, { to, ...words, subject, giveUpAt: expiresAt, isSecret: true }, now);
  return undefined;
}

type Attempt = {
  userId: string;
  purpose: Purpose;
  typed: string;
  browser?: string | undefined;
};

type Side =
  | (Row<'codes'> & { kind: 'codes' })
  | (Row<'browser_codes'> & { kind: 'browser_codes'; new_email?: undefined });

/**
 * The codes that this client may try: that of its browser, and what everybody may try. A browser's
 * five wrong tries end all of them for it.
 */
async function findSides(
  parts: Parts,
  tx: Executor,
  { userId: user_id, purpose, browser }: Attempt,
): Promise<Side[]> {
  const now = parts.clock();
  const own = browser
    ? await challenges.findChallenge(tx, 'browser_codes', { user_id, purpose, browser }, now)
    : undefined;
  if (own && !challenges.mayBeTried(own)) return [];
  const sides: Side[] = own ? [{ ...own, kind: 'browser_codes' }] : [];
  const common = await challenges.findChallenge(tx, 'codes', { user_id, purpose }, now);
  if (common && common.code_hash !== own?.code_hash && challenges.mayBeTried(common))
    sides.push({ ...common, kind: 'codes' });
  return sides;
}

/**
 * With the user locked: a right code is used up and returned; a wrong one is counted, and the fifth
 * voids the code for the side that tried. Commit either way.
 */
export async function tryCode(parts: Parts, tx: Executor, attempt: Attempt) {
  const { userId, purpose, typed, browser } = attempt;
  const sides = await findSides(parts, tx, attempt);
  const hash = hashCode(parts.codeSecret, userId, purpose, typed);
  const right = sides.find(({ code_hash }) => isSame(code_hash, hash));
  if (right) {
    await challenges.endCode(tx, right, browser);
    return { newEmail: right.new_email ?? null };
  }
  if (sides.some(({ older_hash }) => older_hash && isSame(older_hash, hash)))
    throw new Problem('bad_code', purpose === 'reset' ? RESET.failed : OTP.failed, {
      fields: { otp: ACCOUNT_RULES.newerCode },
    });
  for (const side of sides)
    if (await challenges.countWrongTry(tx, side.kind, side))
      parts.log.warn({ user: userId, purpose }, 'code voided after wrong attempts');
  return undefined;
}

/** Minimum duration of an answer where known and unknown addresses cause different work. */
const MIN_ANSWER_MS = 200;

/** Delays results and refusals, so that their timing does not reveal what was found. */
export async function answerInTheSameTime<R>(work: () => Promise<R>): Promise<R> {
  const passed = wait(MIN_ANSWER_MS);
  try {
    return await work();
  } finally {
    await passed;
  }
}

/** The same for refusals only, where a success reveals it anyway. */
export async function refuseInTheSameTime<R>(work: () => Promise<R>): Promise<R> {
  const passed = wait(MIN_ANSWER_MS);
  try {
    return await work();
  } catch (error) {
    await passed;
    throw error;
  }
}

/** Nobody has this id: an unknown address costs the same query. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * The browser of this request, if it has registered, reset or logged in to the account: a stranger's
 * wrong passwords and requests for codes never count against it.
 */
export async function findKnownBrowser(
  context: Pick<Context, 'clock' | 'cookie' | 'publicUrl' | 'linkSecret'>,
  db: Executor,
  userId = NOBODY,
) {
  const browser = sentBrowser(context, 'device');
  if (!browser) return undefined;
  const since = new Date(context.clock().getTime() - COOKIES.device.lifetimeSeconds * 1000);
  return (await findKnown(db, userId, browser, since))?.browser;
}

/** In the transaction that registers, resets or logs in. */
export async function rememberBrowser(
  { clock }: Pick<Context, 'clock'>,
  tx: Executor,
  userId: string,
  browser: string | undefined,
) {
  if (browser) await insertKnown(tx, { user_id: userId, browser, known_at: clock() });
}
