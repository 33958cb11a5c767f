/**
 * Rate limits of contract §4.2. Counted in the database, so that all instances count together.
 * Written by hand: rate limiters for Fastify count requests, in one process or in Redis; these
 * count failures, in the transaction of what failed.
 */
import { createHash, randomUUID } from 'node:crypto';
import { CODE_RULES } from '#domain/accounts/session-messages.ts';
import { SHARED_RULES, Problem, type ProblemCode } from '#domain/problem.ts';
import { CODES, DOWNLOADS, MEMBERS, RATE_LIMITS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { networkOf } from './network.ts';
import * as store from './store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** `most` attempts in `windowSeconds`. */
const LIMITS = {
  password: {
    most: RATE_LIMITS.wrongPasswords,
    windowSeconds: RATE_LIMITS.wrongPasswordWindowSeconds,
  },
  factor: { most: RATE_LIMITS.wrongFactors, windowSeconds: RATE_LIMITS.wrongPasswordWindowSeconds },
  code: { most: CODES.perHour, windowSeconds: HOUR_SECONDS },
  codeFromNetwork: { most: CODES.perHourFromNetwork, windowSeconds: HOUR_SECONDS },
  resend: { most: CODES.resendsPerHour, windowSeconds: HOUR_SECONDS },
  sending: { most: RATE_LIMITS.codesPerHourFromAddress, windowSeconds: HOUR_SECONDS },
  failure: { most: RATE_LIMITS.failuresPerMinute, windowSeconds: 60 },
  dataExport: { most: RATE_LIMITS.dataExportsPerHour, windowSeconds: HOUR_SECONDS },
  linkFetch: { most: DOWNLOADS.linkFetches, windowSeconds: DOWNLOADS.linkSeconds },
  confirmation: { most: RATE_LIMITS.confirmationsPerHour, windowSeconds: HOUR_SECONDS },
  message: { most: RATE_LIMITS.messagesPerHour, windowSeconds: HOUR_SECONDS },
  beginning: { most: RATE_LIMITS.beginningsPerHour, windowSeconds: HOUR_SECONDS },
  invitation: { most: MEMBERS.perDay, windowSeconds: DAY_SECONDS },
  invitationTo: { most: MEMBERS.perDayToAddress, windowSeconds: DAY_SECONDS },
  form: { most: RATE_LIMITS.publicFormsPerHour, windowSeconds: HOUR_SECONDS },
} as const;

/**
 * Seconds for which a password counts before it is known to be wrong: the process that checks it
 * may die.
 */
const UNDECIDED_SECONDS = 30;

type LimitName = keyof typeof LIMITS;
type Parts = Pick<Services, 'db' | 'clock' | 'log'>;

/** Hashed, so that buckets have one length and reveal nobody. */
const bucketOf = (limit: LimitName, who: string): string =>
  `${limit}:${createHash('sha256').update(who).digest('base64url')}`;

/** 429 with the seconds until another attempt is allowed. The log does not say what was tried. */
export function tooMany(
  { log }: Pick<Parts, 'log'>,
  limit: LimitName,
  retryAfter: number,
  about: Record<string, string> = {},
): Problem {
  log.warn({ limit, retryAfter, ...about }, 'limit reached');
  const sentence = limit === 'code' ? CODE_RULES.noMore : SHARED_RULES.tooManyAttempts;
  return new Problem('too_many_attempts', sentence, { retryAfter });
}

/** Seconds until the limit allows another attempt; undefined if it does now. */
async function secondsLeft(
  db: Executor,
  limit: LimitName,
  bucket: string,
  now: Date,
): Promise<number | undefined> {
  const { most, windowSeconds } = LIMITS[limit];
  const at = await store.findTryAtLimit(
    db,
    bucket,
    new Date(now.getTime() - windowSeconds * 1000),
    most,
  );
  return at && Math.max(1, Math.ceil((at.getTime() + windowSeconds * 1000 - now.getTime()) / 1000));
}

type CountResult = { id: string; retryAfter?: undefined } | { id?: undefined; retryAfter: number };

/**
 * Counts an attempt in the caller's transaction, or returns the seconds to wait. Parallel attempts
 * never exceed the limit. It counts for `seconds`.
 */
export async function countTry(
  parts: Parts,
  tx: Executor,
  limit: LimitName,
  who: string,
  seconds: number = LIMITS[limit].windowSeconds,
): Promise<CountResult> {
  const [bucket, now] = [bucketOf(limit, who), parts.clock()];
  await store.lockBucket(parts.db, tx, bucket);
  const retryAfter = await secondsLeft(tx, limit, bucket, now);
  if (retryAfter !== undefined) return { retryAfter };
  const id = randomUUID();
  await store.insertTry(tx, {
    id,
    bucket,
    at: new Date(now.getTime() - (LIMITS[limit].windowSeconds - seconds) * 1000),
  });
  return { id };
}

/** The same in its own transaction. */
async function takeTry(
  parts: Parts,
  limit: LimitName,
  who: string,
  about: Record<string, string>,
): Promise<string> {
  const { id, retryAfter } = await parts.db.write((tx) => countTry(parts, tx, limit, who));
  if (id === undefined) throw tooMany(parts, limit, retryAfter, about);
  return id;
}

/**
 * Counts until the password is known to be right or wrong: it need not survive a power loss, which
 * ends the check as well.
 */
async function reserveTry(parts: Parts & { address: string }, who: string): Promise<string> {
  const { id, retryAfter } = await parts.db.writeUnsynced((tx) =>
    countTry(parts, tx, 'password', who, UNDECIDED_SECONDS),
  );
  if (id === undefined) throw tooMany(parts, 'password', retryAfter, { address: parts.address });
  return id;
}

type PasswordTry<R> = { right: R; tryId: string } | undefined;

/**
 * Runs `check`, which returns undefined for a wrong password. The attempt is counted before, so
 * that of many concurrent ones no more than the limit are checked, and it counts permanently only
 * if the password was wrong: a fault or an overload is not a guess. A browser that is known to the
 * account has a count of its own. The caller uncounts a right one.
 */
export async function tryPassword<R>(
  parts: Parts & { address: string },
  email: string,
  check: () => Promise<R | undefined>,
  knownBrowser?: string,
): Promise<PasswordTry<R>> {
  const tryId = await reserveTry(parts, knownBrowser ? `${email}:${knownBrowser}` : email);
  let right: R | undefined;
  try {
    right = await check();
  } catch (error) {
    // If this fails too, the attempt expires after half a minute.
    await takeBackTry(parts.db.read, tryId).catch((fault) =>
      parts.log.warn({ err: fault }, 'an attempt could not be uncounted: it expires by itself'),
    );
    throw error;
  }
  if (right !== undefined) return { right, tryId };
  await store.moveTry(parts.db.read, tryId, parts.clock());
  return undefined;
}

/** A successful attempt does not count. */
export const takeBackTry = store.deleteTry;

export async function refuseBlockedAddress(parts: Parts, address: string): Promise<void> {
  const retryAfter = await secondsLeft(
    parts.db.read,
    'failure',
    bucketOf('failure', networkOf(address)),
    parts.clock(),
  );
  if (retryAfter !== undefined) throw tooMany(parts, 'failure', retryAfter, { address });
}

/**
 * Counts a failed attempt of this address. Refuses with 429, so that of many concurrent attempts no
 * more than the limit learn that they failed.
 */
export async function recordFailure(parts: Parts, address: string): Promise<void> {
  await takeTry(parts, 'failure', networkOf(address), { address });
}

const FAILURES = new Set<ProblemCode>(['bad_credentials', 'bad_code', 'email_taken']);

/** Runs a verb; a refusal counts against the address, a success never does. */
export async function countingFailures<R>(
  parts: Parts & { address: string },
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && FAILURES.has(error.code))
      await recordFailure(parts, parts.address);
    throw error;
  }
}

/**
 * For calls that send a code to any given e-mail address: 120 an hour from one address, in the
 * caller's transaction. Beyond that, returns false: nothing is sent, and the answer stays the same.
 * Unknown e-mail addresses count too, otherwise the count would distinguish them from known ones.
 */
export async function mayAskForCode(
  parts: Parts & { address: string },
  tx: Executor,
): Promise<boolean> {
  const { retryAfter } = await countTry(parts, tx, 'sending', networkOf(parts.address));
  if (retryAfter !== undefined)
    parts.log.warn({ limit: 'sending', retryAfter, address: parts.address }, 'limit reached');
  return retryAfter === undefined;
}

/**
 * For public forms: 60 an hour from one address, in the caller's transaction, so that a repeated
 * request with the same key does not count twice.
 */
export async function countPublicForm(
  parts: Parts & { address: string },
  tx: Executor,
): Promise<void> {
  const { retryAfter } = await countTry(parts, tx, 'form', networkOf(parts.address));
  if (retryAfter !== undefined)
    throw tooMany(parts, 'form', retryAfter, { address: parts.address });
}

/** Exporting everything about a person costs as much as all their documents. */
export async function countDataExport(
  parts: Parts & { address: string },
  userId: string,
): Promise<void> {
  await takeTry(parts, 'dataExport', userId, { user: userId });
}

/** Counts a fetch by a download link; false if it has had all that it is good for. */
export async function countLinkFetch(parts: Parts, linkId: string): Promise<boolean> {
  const { id } = await parts.db.write((tx) => countTry(parts, tx, 'linkFetch', linkId));
  return id !== undefined;
}

/**
 * A mail to the caller's own address, in the caller's transaction: a refused one does not count.
 */
export async function countConfirmation(parts: Parts, tx: Executor, userId: string): Promise<void> {
  const { retryAfter } = await countTry(parts, tx, 'confirmation', userId);
  if (retryAfter !== undefined) throw tooMany(parts, 'confirmation', retryAfter, { user: userId });
}

/**
 * A draft or an upload that is created, in the caller's transaction: of each the log keeps entries
 * for good, even if it is deleted at once.
 */
export async function countBeginning(parts: Parts, tx: Executor, userId: string): Promise<void> {
  const { retryAfter } = await countTry(parts, tx, 'beginning', userId);
  if (retryAfter !== undefined) throw tooMany(parts, 'beginning', retryAfter, { user: userId });
}

/** Of an applicant in a day, to one address and in all, whoever has it; in the caller's transaction. */
export async function countInvitation(
  parts: Parts,
  tx: Executor,
  userId: string,
  email: string,
): Promise<void> {
  for (const [limit, who] of [
    ['invitationTo', `${userId}:${email}`],
    ['invitation', userId],
  ] as const) {
    const { retryAfter } = await countTry(parts, tx, limit, who);
    if (retryAfter !== undefined) throw tooMany(parts, limit, retryAfter, { user: userId });
  }
}
