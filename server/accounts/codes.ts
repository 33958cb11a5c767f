/** One-time codes by e-mail: issued, checked, voided. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT_RULES, OTP, RESET } from '#domain/accounts/messages.ts';
import { CODES } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { countCode, type CodeRequest } from '../rate-limits/code-limits.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { CodesTable } from '../db/tables.ts';
import { queueMail } from '../mail/store.ts';
import * as browserCodes from './browser-store.ts';
import * as codes from './code-store.ts';
import type { CodeMail } from './mails.ts';

type Purpose = CodesTable['purpose'];
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
 * Call it in a transaction with the user locked: voids the older code of the same holders and
 * queues a mail with a new one. Past a limit, does nothing and returns the seconds to wait.
 */
export async function issueCode(
  parts: Parts,
  tx: Executor,
  { to, mail, newEmail, browser, isForEverybody, ...request }: Order,
): Promise<number | undefined> {
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
  if (isForEverybody) await codes.replaceCode(tx, { ...row, new_email: newEmail ?? null });
  if (browser) await browserCodes.replaceBrowserCode(tx, { ...row, browser });
  await queueMail(tx, { to, ...mail(code), giveUpAt: expiresAt, isSecret: true }, now);
  return undefined;
}

type Attempt = {
  userId: string;
  purpose: Purpose;
  typed: string;
  browser?: string | undefined;
};

type Side = Pick<CodesTable, 'code_hash' | 'older_hash' | 'wrong_tries'> & {
  newEmail: string | null;
  countTry: () => Promise<void>;
};

/**
 * The codes that this client may try: that of its browser, and what everybody may try. A browser's
 * five wrong tries end all of them for it.
 */
async function findSides(
  parts: Parts,
  tx: Executor,
  { userId, purpose, browser }: Attempt,
): Promise<Side[]> {
  const now = parts.clock();
  const key = browser && { user_id: userId, purpose, browser };
  const own = key ? await browserCodes.findBrowserCode(tx, key, now) : undefined;
  const common = await codes.findCode(tx, userId, purpose, now);
  const sides: Side[] = [];
  if (own)
    sides.push({ ...own, newEmail: null, countTry: () => browserCodes.countBrowserTry(tx, own) });
  if (common && common.code_hash !== own?.code_hash)
    sides.push({
      ...common,
      newEmail: common.new_email,
      countTry: () => codes.countWrongTry(tx, userId, purpose, common.wrong_tries + 1),
    });
  const isEnded = own && own.wrong_tries >= CODES.tries;
  return isEnded ? [] : sides.filter(({ wrong_tries }) => wrong_tries < CODES.tries);
}

/**
 * Call it in a transaction with the user locked: a right code is used up and returned; a wrong one
 * is counted, and the fifth voids the code for the side that tried. Commit either way. Refuses with
 * 400 the code that was replaced by a newer one, and says so.
 */
export async function tryCode(
  parts: Parts,
  tx: Executor,
  attempt: Attempt,
): Promise<{ newEmail: string | null } | undefined> {
  const { userId, purpose, typed, browser } = attempt;
  const sides = await findSides(parts, tx, attempt);
  const hash = hashCode(parts.codeSecret, userId, purpose, typed);
  const right = sides.find(({ code_hash }) => isSame(code_hash, hash));
  if (right) {
    await codes.deleteCode(tx, userId, purpose, hash);
    const used = { user_id: userId, purpose, code_hash: hash };
    await browserCodes.deleteBrowserCodes(tx, used, browser);
    return { newEmail: right.newEmail };
  }
  if (sides.some(({ older_hash }) => older_hash && isSame(older_hash, hash)))
    throw new Problem('bad_code', purpose === 'reset' ? RESET.failed : OTP.failed, {
      fields: { otp: ACCOUNT_RULES.newerCode },
    });
  for (const side of sides) {
    await side.countTry();
    if (side.wrong_tries + 1 === CODES.tries)
      parts.log.warn({ user: userId, purpose }, 'code voided after wrong attempts');
  }
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
