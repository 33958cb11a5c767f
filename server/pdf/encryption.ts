/**
 * Encryption by the standard security handler (ISO 32000-2, 7.6). A file with an empty password
 * opens in every viewer without asking, so it is read like any other; it is only protected against
 * editing.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { type PdfDict, type PdfObject, PdfDamage, isDict } from './lexer.ts';

/** Decrypts the bytes of an object stream. */
export type StreamCipher = (bytes: Buffer, stream: { num: number; dict: PdfDict }) => Buffer;
/** `locked`: cannot be opened without a password or a certificate. */
export type Encryption = { state: 'none' | 'locked' } | { state: 'open'; cipher: StreamCipher };

type Resolve = (value: PdfObject | undefined) => PdfObject;
type Method = 'none' | 'rc4' | 'aes128' | 'aes256';

const IV_BYTES = 16;
/** Bytes decrypted at once: few, because the cipher allocates its output itself. */
const CHUNK_BYTES = 16 * 1024;
const BITS = 8;
const DEFAULT_KEY_BYTES = 5;
const MAX_KEY_BYTES = 16;

type Encrypted = { resolve: Resolve; cipher: StreamCipher | undefined };

/** Finds out whether the empty password opens the file, and if so, has its streams deciphered. */
export function decrypt(document: Encrypted, trailers: PdfDict[]): Encryption {
  const encryption = readEncryption(trailers, (value) => document.resolve(value));
  if (encryption.state === 'open') document.cipher = encryption.cipher;
  return encryption;
}

function readEncryption(trailers: PdfDict[], resolve: Resolve): Encryption {
  const trailer = trailers.find((candidate) => (candidate.get('Encrypt') ?? null) !== null);
  if (!trailer) return { state: 'none' };
  const dict = resolve(trailer.get('Encrypt'));
  if (dict === null) return { state: 'none' };
  if (!isDict(dict)) throw new PdfDamage('encryption dictionary expected');
  const ids = [trailer, ...trailers]
    .map((candidate) => resolve(candidate.get('ID')))
    .find(Array.isArray);
  const security = readSecurity(dict, resolve, bytesOf(resolve(ids?.[0])));
  const method = security && methodOf(dict, resolve);
  const key = security && (security.revision >= 5 ? findAesKey(security) : findRc4Key(security));
  return key && method ? { state: 'open', cipher: cipherOf(method, key) } : { state: 'locked' };
}

function readSecurity(dict: PdfDict, resolve: Resolve, id: Buffer): StandardSecurity | undefined {
  const number = (key: string, otherwise: number) => {
    const value = resolve(dict.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const bytes = (key: string) => bytesOf(resolve(dict.get(key)));
  const [version, revision] = [number('V', 0), number('R', 0)];
  const isKnown = [1, 2, 4, 5].includes(version) && revision >= 2 && revision <= 6;
  if (!isKnown || resolve(dict.get('Filter')) !== '/Standard') return undefined;
  return {
    revision,
    keyBytes: keyBytesOf(version, revision, number('Length', DEFAULT_KEY_BYTES * BITS)),
    permissions: number('P', 0),
    isMetadataEncrypted: resolve(dict.get('EncryptMetadata')) !== false,
    id,
    owner: bytes('O'),
    user: bytes('U'),
    ownerKey: bytes('OE'),
    userKey: bytes('UE'),
  };
}

/** Some writers give bytes instead of bits. */
function keyBytesOf(version: number, revision: number, length: number): number {
  if (version === 4) return MAX_KEY_BYTES;
  if (version === 1 || revision === 2) return DEFAULT_KEY_BYTES;
  const bytes = length <= MAX_KEY_BYTES ? length : Math.floor(length / BITS);
  return Math.min(MAX_KEY_BYTES, Math.max(DEFAULT_KEY_BYTES, bytes));
}

const bytesOf = (value: PdfObject): Buffer =>
  typeof value === 'object' && value !== null && 'string' in value ? value.string : Buffer.alloc(0);

const METHODS: Record<string, Method> = {
  ...{ '/None': 'none', '/V2': 'rc4', '/AESV2': 'aes128', '/AESV3': 'aes256' },
};

function methodOf(dict: PdfDict, resolve: Resolve): Method | undefined {
  const version = resolve(dict.get('V'));
  if (version === 1 || version === 2) return 'rc4';
  const name = resolve(dict.get('StmF'));
  if (typeof name !== 'string' || name === '/Identity') return 'none';
  const filters = resolve(dict.get('CF'));
  const filter = isDict(filters) ? resolve(filters.get(name.slice(1))) : null;
  const method = isDict(filter) ? resolve(filter.get('CFM')) : null;
  return typeof method === 'string' ? METHODS[method] : 'none';
}

function cipherOf(method: Method, key: Buffer): StreamCipher {
  return (bytes, { num, dict }) => {
    if (method === 'none' || hasIdentityFilter(dict)) return bytes;
    // The raw bytes are read for the cipher only, so the output may overwrite them.
    if (method === 'rc4') return rc4(objectKey(key, num), bytes, bytes);
    return method === 'aes128'
      ? aes('aes-128-cbc', objectKey(key, num, 'sAlT'), bytes)
      : aes('aes-256-cbc', key, bytes);
  };
}

/** A stream may opt out with a filter of its own. */
function hasIdentityFilter(dict: PdfDict): boolean {
  const [filters, params] = [[dict.get('Filter')].flat(), [dict.get('DecodeParms')].flat()];
  const index = filters.indexOf('/Crypt');
  const own = params[index];
  return index >= 0 && (!isDict(own) || (own.get('Name') ?? '/Identity') === '/Identity');
}

/** Object streams always have generation 0. */
function objectKey(key: Buffer, num: number, salt = ''): Buffer {
  const suffix = Buffer.from([num & 0xff, (num >> 8) & 0xff, (num >> 16) & 0xff, 0, 0]);
  return md5(key, suffix, Buffer.from(salt)).subarray(0, Math.min(key.length + 5, MAX_KEY_BYTES));
}

/** Decrypts whole blocks only and leaves the padding: readers stop before it. */
function aes(algorithm: string, key: Buffer, bytes: Buffer): Buffer {
  if (bytes.length < IV_BYTES) throw new PdfDamage('stream too short to be deciphered');
  const body = bytes.subarray(IV_BYTES, bytes.length - (bytes.length % IV_BYTES));
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(algorithm, key, iv).setAutoPadding(false);
  for (let at = 0; at < body.length; at += CHUNK_BYTES)
    decipher.update(body.subarray(at, at + CHUNK_BYTES)).copy(body, at);
  return body;
}

/** The encryption dictionary, and the file's first id. */
type StandardSecurity = {
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
const PADDING_HEX = '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a';
const PADDING = Buffer.from(PADDING_HEX, 'hex');
const PADDED_BYTES = 32;
const MORE_ROUNDS = 50;
const RC4_PASSES = 20;
const HASH_BYTES = 32;
const SALT_BYTES = 8;
const LEAST_HASH_ROUNDS = 64;
const EMPTY = Buffer.alloc(0);

/** Revisions 2 to 4 (RC4, AES-128): the file's key, if the empty password is one of its two. */
function findRc4Key(security: StandardSecurity): Buffer | undefined {
  if (security.owner.length < PADDED_BYTES || security.user.length < PADDED_BYTES / 2)
    return undefined;
  return keyOfUser(security, PADDING) ?? keyOfUser(security, passwordInOwner(security));
}

function keyOfUser(security: StandardSecurity, padded: Buffer): Buffer | undefined {
  const { revision, keyBytes, id, user } = security;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(security.permissions | 0);
  const rest = revision >= 4 && !security.isMetadataEncrypted ? Buffer.alloc(4, 0xff) : EMPTY;
  const first = md5(padded, security.owner.subarray(0, PADDED_BYTES), permissions, id, rest);
  const key = hashAgain(first, revision, keyBytes);
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
function findAesKey(security: StandardSecurity): Buffer | undefined {
  const { owner, ownerKey, user, userKey } = security;
  const wholeUser = user.subarray(0, HASH_BYTES + 2 * SALT_BYTES);
  return unwrap(security, user, userKey, EMPTY) ?? unwrap(security, owner, ownerKey, wholeUser);
}

/** An entry is a hash, the salt of that hash, and the salt of the key that wraps the file's key. */
function unwrap({ revision }: StandardSecurity, entry: Buffer, wrapped: Buffer, extra: Buffer) {
  if (entry.length < HASH_BYTES + 2 * SALT_BYTES || wrapped.length < HASH_BYTES) return undefined;
  const hashOf = (at: number) => hash(revision, entry.subarray(at, at + SALT_BYTES), extra);
  if (!hashOf(HASH_BYTES).equals(entry.subarray(0, HASH_BYTES))) return undefined;
  return unwrapAes256(hashOf(HASH_BYTES + SALT_BYTES), wrapped.subarray(0, HASH_BYTES));
}

/** Algorithm 2.B of ISO 32000-2, for an empty password. Revision 5 stops after the first line. */
function hash(revision: number, salt: Buffer, extra: Buffer): Buffer {
  let key = sha2(256, salt, extra);
  if (revision === 5) return key;
  for (let round = 0, last = 0; round < LEAST_HASH_ROUNDS || last > round - 32; round++) {
    const block = Buffer.concat([key, extra]);
    const blocks = Buffer.concat(Array<Buffer>(LEAST_HASH_ROUNDS).fill(block));
    const sealed = encryptAes128(key.subarray(0, 16), key.subarray(16, 32), blocks);
    const remainder = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha2(([256, 384, 512] as const)[remainder]!, sealed);
    last = sealed.at(-1)!;
  }
  return key.subarray(0, HASH_BYTES);
}

/**
 * The outdated ciphers that PDF uses. RC4 is written by hand: OpenSSL has moved it to a provider
 * that is not loaded.
 */

const md5 = (...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

const sha2 = (bits: 256 | 384 | 512, ...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(`sha${bits}`)).digest();

const encryptAes128 = (key: Buffer, iv: Buffer, bytes: Buffer): Buffer =>
  createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(bytes);

/** Unwraps a key with AES-256: no padding, an all-zero initialisation vector. */
const unwrapAes256 = (key: Buffer, bytes: Buffer): Buffer =>
  createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false).update(bytes);

/** `out` may be `bytes` itself. */
function rc4(key: Buffer, bytes: Buffer, out: Buffer = Buffer.alloc(bytes.length)): Buffer {
  const state = scheduleRc4(key);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 255;
    const here = state[i]!;
    j = (j + here) & 255;
    const there = state[j]!;
    state[i] = there;
    state[j] = here;
    out[at] = bytes[at]! ^ state[(here + there) & 255]!;
  }
  return out;
}

function scheduleRc4(key: Buffer): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i++) {
    const here = state[i]!;
    j = (j + here + key[i % key.length]!) & 255;
    state[i] = state[j]!;
    state[j] = here;
  }
  return state;
}
