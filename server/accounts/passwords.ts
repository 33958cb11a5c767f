/**
 * Argon2id, a few at a time: each hash takes 19 MB and one of the four threads that file access
 * needs too. Networks take turns, so that nobody can fill the queue for others.
 */
import { hash, verify } from '@node-rs/argon2';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { normalisePassword } from '#domain/accounts/rules.ts';
import { Problem, invalid } from '#domain/problem.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { PASSWORDS } from '#domain/constants.ts';
import { overloaded } from '../http/problems.ts';
import { FairQueue } from '../pdf/fair-queue.ts';
import { networkOf } from '../rate-limits/network.ts';

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

const waiting = new FairQueue<() => void>({
  maxWaiting: MAX_WAITING,
  maxWaitingOfOne: MAX_WAITING_OF_ONE,
});
let running = 0;

async function takeTurn<R>(address: string, work: () => Promise<R>): Promise<R> {
  if (running >= AT_ONCE) await waitForTurn(networkOf(address));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.take(() => true);
    if (next) next();
    else running -= 1;
  }
}

const waitForTurn = (network: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!waiting.add(network, resolve)) reject(overloaded());
  });

/**
 * `address`: who asks. Never call it in a transaction: SQLite allows only one. Refuses with 503
 * when too many of this network wait.
 */
export const hashPassword = (password: string, address: string): Promise<string> =>
  takeTurn(address, () => hash(normalisePassword(password), OPTIONS));

async function matches(
  storedHash: string | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  const isSame = await takeTurn(address, () => verify(storedHash ?? NOBODY, password)).catch(
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
  address: string,
): Promise<'right' | 'as_sent' | 'wrong'> {
  const normalised = normalisePassword(password);
  if (await matches(storedHash, normalised, address)) return 'right';
  const isOld = normalised !== password && (await matches(storedHash, password, address));
  return isOld ? 'as_sent' : 'wrong';
}

export const isRightPassword = async (
  storedHash: string | undefined,
  password: string,
  address: string,
): Promise<boolean> => (await matchPassword(storedHash, password, address)) !== 'wrong';

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

/** Refuses with 422 on the field that contains the password. */
export function refuseWellKnown(password: string, field: 'password' | 'new_password'): void {
  if (isWellKnown(password)) throw invalid({ [field]: ACCOUNT_RULES.knownPassword });
}
