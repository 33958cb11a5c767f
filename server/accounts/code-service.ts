/** One-time codes by e-mail: issued, checked, voided. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT_RULES, OTP, RESET } from '#domain/accounts/messages.ts';
import { CODES } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { countTry } from '../rate-limits/service.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { CodesTable } from '../db/tables.ts';
import { queueMail } from '../mail/store.ts';
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

type Order = { userId: string; purpose: Purpose; to: string; mail: CodeMail; newEmail?: string };

/**
 * Call it in a transaction with the user locked: voids the older code and queues a mail with a new
 * one. Past ten an hour, does nothing and returns the seconds to wait.
 */
export async function issueCode(
  parts: Parts,
  tx: Executor,
  { userId, purpose, to, mail, newEmail }: Order,
): Promise<number | undefined> {
  const { retryAfter } = await countTry(parts, tx, 'code', `${purpose}:${userId}`);
  if (retryAfter !== undefined) return retryAfter;
  const code = String(randomInt(10 ** CODES.length)).padStart(CODES.length, '0');
  const now = parts.clock();
  const expiresAt = new Date(now.getTime() + CODES.lifetimeSeconds * 1000);
  await codes.replaceCode(tx, {
    user_id: userId,
    purpose,
    code_hash: hashCode(parts.codeSecret, userId, purpose, code),
    new_email: newEmail ?? null,
    wrong_tries: 0,
    created_at: now,
    expires_at: expiresAt,
  });
  await queueMail(tx, { to, ...mail(code), giveUpAt: expiresAt, isSecret: true }, now);
  return undefined;
}

/**
 * Call it in a transaction with the user locked: a right code is used up and returned; a wrong one
 * is counted, and the fifth voids the code. Commit either way. Refuses with 400 the code that was
 * replaced by a newer one, and says so.
 */
export async function tryCode(
  parts: Parts,
  tx: Executor,
  userId: string,
  purpose: Purpose,
  typed: string,
): Promise<CodesTable | undefined> {
  const row = await codes.findCode(tx, userId, purpose, parts.clock());
  if (!row || row.wrong_tries >= CODES.tries) return undefined;
  const hash = hashCode(parts.codeSecret, userId, purpose, typed);
  if (isSame(row.code_hash, hash)) {
    await codes.deleteCode(tx, userId, purpose);
    return row;
  }
  if (row.older_hash && isSame(row.older_hash, hash))
    throw new Problem('bad_code', purpose === 'reset' ? RESET.failed : OTP.failed, {
      fields: { otp: ACCOUNT_RULES.newerCode },
    });
  await codes.countWrongTry(tx, userId, purpose, row.wrong_tries + 1);
  if (row.wrong_tries + 1 === CODES.tries)
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
