import { createDecipheriv } from 'node:crypto';
import { type PdfDict, type PdfObject, PdfDamage, isDict } from './lexer.ts';
import { type StandardSecurity, findAesKey, findRc4Key } from './empty-password.ts';
import { md5, rc4 } from './ciphers.ts';

/**
 * Encryption by the standard security handler (ISO 32000-2, 7.6). A file with an empty password
 * opens in every viewer without asking, so it is read like any other; it is only protected against
 * editing.
 */

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

/** Reads the trailers' encryption entries, and whether the empty password opens the file. */
export function readEncryption(trailers: PdfDict[], resolve: Resolve): Encryption {
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
  if (
    resolve(dict.get('Filter')) !== '/Standard' ||
    ![1, 2, 4, 5].includes(version) ||
    revision < 2 ||
    revision > 6
  )
    return undefined;
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
  '/None': 'none',
  '/V2': 'rc4',
  '/AESV2': 'aes128',
  '/AESV3': 'aes256',
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
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, IV_BYTES)).setAutoPadding(
    false,
  );
  for (let at = 0; at < body.length; at += CHUNK_BYTES)
    decipher.update(body.subarray(at, at + CHUNK_BYTES)).copy(body, at);
  return body;
}
