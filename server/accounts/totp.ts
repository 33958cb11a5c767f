/**
 * Codes of authenticator apps (RFC 6238): 20 bytes, SHA-1, six digits, 30 s, which all apps
 * support.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { site } from '#content/site.ts';
import { FACTORS } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import type { FactorsTable } from '../db/factor-tables.ts';
import type { Executor } from '../db/open.ts';
import { changeFactor } from './factor-store.ts';

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
 * Call it in a transaction with the user locked: whether the code is right and neither it nor a
 * later one was used before. Uses it up.
 */
export async function useAppCode(
  { clock, factorSecret }: Pick<Services, 'clock' | 'factorSecret'>,
  tx: Executor,
  app: FactorsTable | undefined,
  code: string,
): Promise<boolean> {
  if (!app?.secret) return false;
  const now = clock();
  const step = stepOf(decryptSecret(factorSecret, app.user_id, app.secret), code, now);
  if (step === undefined || step <= app.last_step) return false;
  await changeFactor(tx, app.id, { last_step: step, last_used_at: now });
  return true;
}
