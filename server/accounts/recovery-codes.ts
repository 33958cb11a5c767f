/** Codes for people who have lost their passkey and their app: ten, each usable once. */
import { createHmac, randomInt } from 'node:crypto';
import { FACTORS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './factor-store.ts';

/** Without letters that are easily confused on paper: 0 O, 1 I L, U V. */
const LETTERS = '23456789abcdefghjkmnpqrstwxyz';
const HALF = 5;

const half = (): string =>
  Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const newCode = (): string => `${half()}-${half()}`;

/** Keyed, bound to the user, and the same however the code is typed. */
const hashOf = (secret: string, userId: string, code: string): string =>
  createHmac('sha256', secret)
    .update(`recovery:${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('hex');

type Parts = Pick<Services, 'clock' | 'factorSecret'>;

/**
 * Call it in a transaction: replaces all older codes; the new ones are returned once and stored
 * only as hashes.
 */
export async function makeRecoveryCodes(
  { clock, factorSecret }: Parts,
  tx: Executor,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: FACTORS.recoveryCodes }, newCode);
  const hashes = codes.map((code) => hashOf(factorSecret, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes, clock());
  return codes;
}

/** Call it in a transaction with the user locked: whether the code was still valid; uses it up. */
export const useRecoveryCode = (
  { factorSecret }: Parts,
  tx: Executor,
  userId: string,
  code: string,
): Promise<boolean> => takeRecoveryCode(tx, userId, hashOf(factorSecret, userId, code));
