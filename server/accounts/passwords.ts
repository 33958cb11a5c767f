/** Passwords: how they are hashed, which are refused, and what proves the owner of an account. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hash, verify } from '@node-rs/argon2';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { Proof } from '#domain/accounts/factor-schema.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { normalisePassword } from '#domain/accounts/rules.ts';
import { PASSWORDS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import { overloaded } from '../http/problems.ts';
import { createSemaphore } from '../pool/fair-queue.ts';
import { networkOf } from '../rate-limits/network.ts';
import * as limits from '../rate-limits/service.ts';
import { findKnownBrowser } from './codes.ts';
import { useAppCode } from './factor-codes.ts';
import { findUser, lockUser, requireUser, type UserRow } from './store.ts';

/**
 * Argon2id, a few at a time: each hash takes 19 MB and one of the four threads that file access
 * needs too. Networks take turns, so that nobody can fill the queue for others.
 */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
/** For one network, some seconds of work; beyond it, the answer is 503 with Retry-After. */
const MAX_WAITING_OF_ONE = 200;
/** Places in the queue, of which a network takes two at most. */
const MAX_WAITING = 200;

/**
 * The hash of forgotten random bytes: compared with the password for an unknown address, so that it
 * takes the same time.
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$O+ar8c6ijJ+ttV1Jv76BiQ$9SXsnm3DCpr+F9kPrXg1HgFAhPmwJEruEmWCMfj7TA0';

/** Stored for an account whose owner has not chosen a password yet: nothing matches it. */
export const NO_PASSWORD = 'invited';

const runInTurn = createSemaphore(AT_ONCE, {
  maxWaiting: MAX_WAITING,
  maxWaitingOfOne: MAX_WAITING_OF_ONE,
  refuse: overloaded,
});
const takeTurn = <R>(address: string, work: () => Promise<R>): Promise<R> =>
  runInTurn(work, 1, networkOf(address));

/** `address`: who asks. Not in a transaction: SQLite allows only one. */
export const hashPassword = (password: string, address: string): Promise<string> =>
  takeTurn(address, () => hash(normalisePassword(password), OPTIONS));

/** Without a stored hash, as for an unknown address, it takes as long and is false. */
export async function isRightPassword(
  storedHash: string | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  const verified = takeTurn(address, () =>
    verify(storedHash ?? NOBODY, normalisePassword(password)),
  );
  const isSame = await verified.catch((error) => {
    if (error instanceof Problem) throw error;
    return false;
  });
  return isSame && storedHash !== undefined;
}

/** Well-known passwords (ASVS 6.2.4), most used first; too many to send to browsers. */
const LIST = createRequire(import.meta.url).resolve(
  '@zxcvbn-ts/language-common/src/passwords.json',
);

/**
 * One text, one password per line: a Set would take ten times the memory. Loaded when the first
 * password is chosen.
 */
let lines: string | undefined;

function readLines(): string {
  const all = JSON.parse(readFileSync(LIST, 'utf8')) as string[];
  return `\n${all.filter((word) => word.length >= PASSWORDS.minimum).join('\n')}\n`;
}

export const isWellKnown = (password: string): boolean =>
  (lines ??= readLines()).includes(`\n${password.toLowerCase()}\n`);

export function refuseWellKnown(password: string, field: 'password' | 'new_password'): void {
  if (isWellKnown(password)) throw invalid({ [field]: ACCOUNT_RULES.knownPassword });
}

/** A wrong password counts like a failed login. */
export async function requirePassword(
  context: UserContext,
  user: UserRow,
  password: string,
  refusal: Problem,
): Promise<void> {
  const tried = await limits.tryPassword(
    context,
    user.email ?? user.id,
    async () => (await isRightPassword(user.password_hash, password, context.address)) || undefined,
    await findKnownBrowser(context, context.db.read, user.id),
  );
  if (!tried) return refuse(context, refusal);
  await limits.takeBackTry(context.db.read, tried.tryId);
}

async function refuse(context: UserContext, refusal: Problem): Promise<never> {
  await limits.recordFailure(context, context.address);
  throw refusal;
}

async function isAppCode(context: UserContext, userId: string, code: string) {
  const { isRight, retryAfter } = await context.db.write(async (tx) => {
    await lockUser(tx, userId);
    const counted = await limits.countTry(context, tx, 'factor', userId);
    if (counted.id === undefined) return { isRight: false, retryAfter: counted.retryAfter };
    const isRightCode = await useAppCode(context, tx, userId, code);
    if (isRightCode) await limits.takeBackTry(tx, counted.id);
    return { isRight: isRightCode, retryAfter: undefined };
  });
  if (retryAfter !== undefined)
    throw limits.tooMany(context, 'factor', retryAfter, { user: userId });
  return isRight;
}

/** The caller, once the password or a code of the app was right: for changes of second factors. */
export async function proveOwner(context: UserContext, { current_password, code }: Proof) {
  const user = await requireUser(findUser(context.db.read, context.actor.id));
  if (current_password) {
    const wrong = invalid({ current_password: FACTOR.wrongPassword });
    await requirePassword(context, user, current_password, wrong);
    return user;
  }
  if (!code) throw invalid({ current_password: FACTOR.proof });
  if (await isAppCode(context, user.id, code)) return user;
  return refuse(context, invalid({ code: FACTOR.wrongCode }));
}
