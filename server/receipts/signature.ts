/** The key that signs receipts: the same on all instances, derived from the shared secret. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { ReceiptKey } from '#domain/receipts/schema.ts';
import type { ReceiptContent, SignedPart } from '#domain/receipts/rules.ts';

type ReceiptSigner = {
  /** The key that verifies the signature. */
  publicKey: ReceiptKey;
  /** Base64url. */
  sign(part: SignedPart): string;
};

/** A private Ed25519 key as PKCS #8 is these bytes and a seed of 32. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * RFC 8785: the standard defines it as the output of `JSON.stringify`, with names sorted by UTF-16
 * on every level. Fields without a value are left out.
 */
export const canonicalOf = (value: object): string =>
  JSON.stringify(value, (_name, one: unknown) => (isPlain(one) ? sorted(one) : one));

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (one: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(one)
      .sort()
      .map((name) => [name, one[name]]),
  );

export const contentDigest = (content: ReceiptContent): string =>
  createHash('sha256').update(canonicalOf(content)).digest('hex');

/** The key's name, which anybody can compute from it: RFC 7638. */
const thumbprintOf = (x: string): string =>
  createHash('sha256')
    .update(canonicalOf({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

let latest: { secret: string; signer: ReceiptSigner } | undefined;

/**
 * Takes 32 bytes as base64url; a process has one such secret. The same secret always yields the
 * same key.
 */
export function signerOf(secret: string): ReceiptSigner {
  if (latest?.secret !== secret) latest = { secret, signer: createSigner(secret) };
  return latest.signer;
}

function createSigner(secret: string): ReceiptSigner {
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(secret, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' }) as JsonWebKey & { x: string };
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', kid: thumbprintOf(x), x },
    sign: (part) => sign(null, Buffer.from(canonicalOf(part)), privateKey).toString('base64url'),
  };
}
