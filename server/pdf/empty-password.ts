import { encryptAes128, md5, rc4, sha2, unwrapAes256 } from './ciphers.ts';

/** The encryption dictionary, and the file's first id. */
export type StandardSecurity = {
  revision: number;
  keyBytes: number;
  permissions: number;
  isMetadataEncrypted: boolean;
  id: Buffer;
  owner: Buffer;
  user: Buffer;
  ownerKey: Buffer;
  userKey: Buffer;
};

/** Pads passwords to 32 bytes; an empty password consists of nothing else. */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);
const PADDED_BYTES = 32;
const MORE_ROUNDS = 50;
const RC4_PASSES = 20;
const HASH_BYTES = 32;
const SALT_BYTES = 8;
const LEAST_HASH_ROUNDS = 64;
const EMPTY = Buffer.alloc(0);

/**
 * Revisions 2 to 4 (RC4, AES-128): the file's key, if the empty password is the user's or the
 * owner's.
 */
export function findRc4Key(security: StandardSecurity): Buffer | undefined {
  if (security.owner.length < PADDED_BYTES || security.user.length < PADDED_BYTES / 2)
    return undefined;
  return keyOfUser(security, PADDING) ?? keyOfUser(security, passwordInOwner(security));
}

function keyOfUser(security: StandardSecurity, padded: Buffer): Buffer | undefined {
  const { revision, keyBytes, id, user } = security;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(security.permissions | 0);
  const rest = revision >= 4 && !security.isMetadataEncrypted ? Buffer.alloc(4, 0xff) : EMPTY;
  const key = hashAgain(
    md5(padded, security.owner.subarray(0, PADDED_BYTES), permissions, id, rest),
    revision,
    keyBytes,
  );
  const proof = revision === 2 ? rc4(key, PADDING) : rc4Passes(key, md5(PADDING, id), false);
  return user.subarray(0, proof.length).equals(proof) ? key : undefined;
}

/** The owner's entry contains the user's password, encrypted with the owner's. */
function passwordInOwner({ revision, keyBytes, owner }: StandardSecurity): Buffer {
  const key = hashAgain(md5(PADDING), revision, keyBytes);
  const sealed = owner.subarray(0, PADDED_BYTES);
  return revision === 2 ? rc4(key, sealed) : rc4Passes(key, sealed, true);
}

function hashAgain(first: Buffer, revision: number, keyBytes: number): Buffer {
  let hash = first;
  for (let i = 0; revision >= 3 && i < MORE_ROUNDS; i++) hash = md5(hash.subarray(0, keyBytes));
  return hash.subarray(0, keyBytes);
}

function rc4Passes(key: Buffer, bytes: Buffer, isBackwards: boolean): Buffer {
  let result = bytes;
  for (let pass = 0; pass < RC4_PASSES; pass++) {
    const mask = isBackwards ? RC4_PASSES - 1 - pass : pass;
    result = rc4(Buffer.from(key.map((byte) => byte ^ mask)), result);
  }
  return result;
}

/** The same for revisions 5 and 6 (AES-256). */
export function findAesKey(security: StandardSecurity): Buffer | undefined {
  const { owner, ownerKey, user, userKey } = security;
  const wholeUser = user.subarray(0, HASH_BYTES + 2 * SALT_BYTES);
  return unwrap(security, user, userKey, EMPTY) ?? unwrap(security, owner, ownerKey, wholeUser);
}

/** An entry is a hash, the salt of that hash, and the salt of the key that wraps the file's key. */
function unwrap(
  { revision }: StandardSecurity,
  entry: Buffer,
  wrapped: Buffer,
  extra: Buffer,
): Buffer | undefined {
  if (entry.length < HASH_BYTES + 2 * SALT_BYTES || wrapped.length < HASH_BYTES) return undefined;
  const hashOf = (start: number) =>
    hash(revision, entry.subarray(start, start + SALT_BYTES), extra);
  if (!hashOf(HASH_BYTES).equals(entry.subarray(0, HASH_BYTES))) return undefined;
  return unwrapAes256(hashOf(HASH_BYTES + SALT_BYTES), wrapped.subarray(0, HASH_BYTES));
}

/** Algorithm 2.B of ISO 32000-2, for an empty password. Revision 5 stops after the first line. */
function hash(revision: number, salt: Buffer, extra: Buffer): Buffer {
  let key = sha2(256, salt, extra);
  if (revision === 5) return key;
  for (let round = 0, last = 0; round < LEAST_HASH_ROUNDS || last > round - 32; round++) {
    const block = Buffer.concat([key, extra]);
    const sealed = encryptAes128(
      key.subarray(0, 16),
      key.subarray(16, 32),
      Buffer.concat(Array<Buffer>(LEAST_HASH_ROUNDS).fill(block)),
    );
    const remainder = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha2(([256, 384, 512] as const)[remainder]!, sealed);
    last = sealed.at(-1)!;
  }
  return key.subarray(0, HASH_BYTES);
}
