/** The key that signs receipts: the same on all instances, derived from the shared secret. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { ReceiptContent, SignedPart } from '#domain/receipts/rules.ts';
import type { ReceiptKey } from '#domain/receipts/schema.ts';

/** A private Ed25519 key as PKCS #8 is these bytes and a seed of 32. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export const contentDigest = (content: ReceiptContent) =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');

/** The key's name, which anybody can compute from it: RFC 7638. */
const thumbprintOf = (x: string) =>
  createHash('sha256')
    .update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

let latest: { secret: string; signer: ReturnType<typeof createSigner> } | undefined;

/** Takes 32 bytes as base64url, of which a process has one. */
export function signerOf(secret: string) {
  if (latest?.secret !== secret) latest = { secret, signer: createSigner(secret) };
  return latest.signer;
}

function createSigner(secret: string) {
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(secret, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' }) as JsonWebKey & { x: string };
  const publicKey: ReceiptKey = { kty: 'OKP', crv: 'Ed25519', kid: thumbprintOf(x), x };
  return {
    publicKey,
    /** As base64url. */
    sign: (part: SignedPart) =>
      sign(null, Buffer.from(canonicalJson(part)), privateKey).toString('base64url'),
  };
}
