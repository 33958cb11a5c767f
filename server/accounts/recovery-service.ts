/** Codes for whoever has lost their passkey and their app: ten, each usable once. */
import { createHmac, randomInt } from 'node:crypto';
import { FACTORS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './factor-store.ts';

/** Without what is taken for something else when read from paper: 0 O, 1 I L, U V. */
const LETTERS = '23456789abcdefghjkmnpqrstwxyz';
const HALF = 5;

const half = (): string =>
  Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const newCode = (): string => `${half()}-${half()}`;

/** Keyed, bound to the user, and the same however it is typed. */
const hashOf = (secret: string, userId: string, code: string): string =>
  createHmac('sha256', secret)
    .update(`recovery:${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('hex');

type Parts = Pick<Services, 'clock' | 'factorSecret'>;

/** Inside a transaction: new ones in the place of the older; answered once and never stored. */
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

/** Inside a transaction with the user locked: whether it was one that is left; it is gone then. */
export const useRecoveryCode = (
  { factorSecret }: Parts,
  tx: Executor,
  userId: string,
  code: string,
): Promise<boolean> => takeRecoveryCode(tx, userId, hashOf(factorSecret, userId, code));
