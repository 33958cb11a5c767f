/**
 * Second factors that are typed: codes of authenticator apps (RFC 6238: 20 bytes, SHA-1, six digits,
 * 30 s, which all apps support), and recovery codes for people who have lost every factor: ten, each
 * usable once.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
} from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { site } from '#content/site.ts';
import { FACTORS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { factors, listFactors, recoveryCodes } from './store.ts';

type Parts = Pick<Services, 'clock' | 'factorSecret'>;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 20;

const keyOf = (secret: string): Buffer =>
  createHash('sha256').update(`authenticator apps:${secret}`).digest();

/** Bound to its user: it cannot be decrypted under another id. */
export function encryptSecret(key: string, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key), iv).setAAD(Buffer.from(userId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

export function decryptSecret(key: string, userId: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const cipher = createDecipheriv(CIPHER, keyOf(key), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8');
}

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: site.name,
    label,
    secret: Secret.fromBase32(secret),
    digits: FACTORS.digits,
    period: FACTORS.periodSeconds,
  });

/** A new secret in base32, and the URL that apps read from a QR code. */
export function newSecret(label: string): { secret: string; otpauth_url: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, otpauth_url: totpOf(secret, label).toString() };
}

/**
 * The 30-second step that the code belongs to: the current, previous or next one. Undefined for any
 * other code.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null
    ? undefined
    : Math.floor(timestamp / (FACTORS.periodSeconds * 1000)) + delta;
}

/**
 * With the user locked: whether the code is right and neither it nor a later one was used before.
 * Uses it up.
 */
export async function useAppCode(parts: Parts, tx: Executor, userId: string, code: string) {
  const app = (await listFactors(tx, userId)).find(({ kind }) => kind === 'totp');
  if (!app?.secret) return false;
  const now = parts.clock();
  const step = stepOf(decryptSecret(parts.factorSecret, userId, app.secret), code, now);
  if (step === undefined || step <= app.last_step) return false;
  await factors.change(tx, { id: app.id }, { last_step: step, last_used_at: now });
  return true;
}

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

/** Replaces all older codes; the new ones are returned once and stored only as hashes. */
export async function makeRecoveryCodes(
  { clock, factorSecret }: Parts,
  tx: Executor,
  user_id: string,
) {
  const codes = Array.from({ length: FACTORS.recoveryCodes }, newCode);
  const created_at = clock();
  await recoveryCodes.remove(tx, { user_id });
  const rows = codes.map((code) => ({
    ...{ user_id, created_at },
    code_hash: hashOf(factorSecret, user_id, code),
  }));
  await recoveryCodes.insert(tx, rows);
  return codes;
}

/** With the user locked: whether the code was still valid; uses it up. */
export const useRecoveryCode = async (
  { factorSecret }: Parts,
  tx: Executor,
  user_id: string,
  code: string,
) =>
  (await recoveryCodes.remove(tx, { user_id, code_hash: hashOf(factorSecret, user_id, code) })) > 0;
