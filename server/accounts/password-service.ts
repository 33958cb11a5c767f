/**
 * Argon2id, a few at a time: each hash takes 19 MB and one of the four threads that file access
 * needs too.
 */
import { hash, verify } from '@node-rs/argon2';
import { normalisePassword } from '#domain/accounts/rules.ts';
import { Problem } from '#domain/problem.ts';
import { overloaded } from '../http/problems.ts';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
/** Some seconds of work; beyond it, the answer is 503 with Retry-After. */
const MAX_WAITING = 200;

/**
 * The hash of forgotten random bytes: compared with the password for an unknown address, so that it
 * takes the same time.
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$O+ar8c6ijJ+ttV1Jv76BiQ$9SXsnm3DCpr+F9kPrXg1HgFAhPmwJEruEmWCMfj7TA0';

/** Stored for an account whose owner has not chosen a password yet: nothing matches it. */
export const NO_PASSWORD = 'invited';

const waiting: (() => void)[] = [];
let running = 0;

async function limitConcurrency<R>(work: () => Promise<R>): Promise<R> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw overloaded();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Never call it in a transaction: SQLite allows only one. Refuses with 503 under overload. */
export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(() => hash(normalisePassword(password), OPTIONS));

async function matches(storedHash: string | undefined, password: string): Promise<boolean> {
  const isSame = await limitConcurrency(() => verify(storedHash ?? NOBODY, password)).catch(
    (error) => {
      if (error instanceof Problem) throw error;
      return false;
    },
  );
  return isSame && storedHash !== undefined;
}

/**
 * Takes the stored hash, or nothing for an unknown address, which takes as long and never matches.
 * `as_sent`: the hash is older than the one spelling of each letter, and has to be made anew.
 */
export async function matchPassword(
  storedHash: string | undefined,
  password: string,
): Promise<'right' | 'as_sent' | 'wrong'> {
  const normalised = normalisePassword(password);
  if (await matches(storedHash, normalised)) return 'right';
  const isOld = normalised !== password && (await matches(storedHash, password));
  return isOld ? 'as_sent' : 'wrong';
}

export const isRightPassword = async (
  storedHash: string | undefined,
  password: string,
): Promise<boolean> => (await matchPassword(storedHash, password)) !== 'wrong';
