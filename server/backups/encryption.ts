/**
 * Encrypted backups are age files (age-encryption.org/v1), which `age -d` opens as well. The
 * library creates and reads the header, which contains the file's key; the payload, STREAM with
 * ChaCha20-Poly1305 in chunks of 64 kB, uses Node's own cipher, which is thirty times as fast.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { BackupError } from './backup-error.ts';

type Bytes = AsyncIterable<Buffer>;

const MAGIC = 'age-encryption.org/v1\n';
const CIPHER = 'chacha20-poly1305';
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const MAX_HEADER_BYTES = 64 * 1024;
const MAC_LINE = /\n--- [A-Za-z0-9+/]{43}\n/;

const RECIPIENT = /^age1[a-z0-9]+$/;
const IDENTITY = /^AGE-SECRET-KEY-/;

const endOfHeader = (bytes: Buffer): number => {
  const found = MAC_LINE.exec(bytes.toString('latin1'));
  return found ? found.index + found[0].length : -1;
};

async function sealHeader(key: string): Promise<{ header: Buffer; fileKey: Uint8Array }> {
  const age = await import('age-encryption');
  const encrypter = new age.Encrypter();
  let fileKey: Uint8Array | undefined;
  if (RECIPIENT.test(key) || IDENTITY.test(key)) {
    encrypter.addRecipient(IDENTITY.test(key) ? await age.identityToRecipient(key) : key);
    encrypter.addRecipient({
      wrapFileKey: (given) => {
        fileKey = Uint8Array.from(given);
        return [];
      },
    });
  } else encrypter.setPassphrase(key);
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
  const header = empty.subarray(0, endOfHeader(empty));
  return { header, fileKey: fileKey ?? (await openHeader(header, key)) };
}

async function openHeader(header: Buffer, key: string): Promise<Uint8Array> {
  const age = await import('age-encryption');
  const decrypter = new age.Decrypter();
  if (IDENTITY.test(key)) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  try {
    return await decrypter.decryptHeader(header);
  } catch {
    throw new BackupError('BACKUP_KEY: this key does not open the backup.');
  }
}

const payloadKey = (fileKey: Uint8Array, nonce: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/** The nonce: the chunk's number, and whether it is the last. */
function chunkNonce(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** The same bytes in chunks of one size; only the last, which is flagged, may be smaller. */
async function* inChunks(source: Bytes, size: number): AsyncGenerator<[Buffer, boolean]> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    held += chunk.length;
    if (held <= size) continue;
    let joined = Buffer.concat(parts, held);
    // One chunk is always held back, as it may be the last.
    for (; joined.length > size; joined = joined.subarray(size))
      yield [joined.subarray(0, size), false];
    [parts, held] = [[joined], joined.length];
  }
  yield [Buffer.concat(parts, held), true];
}

/** Encrypts for an age key (`age1…`, `AGE-SECRET-KEY-1…`) or with a passphrase. */
export async function* encrypt(source: Bytes, key: string): AsyncGenerator<Buffer> {
  const { header, fileKey } = await sealHeader(key);
  const nonce = randomBytes(NONCE_BYTES);
  const secret = payloadKey(fileKey, nonce);
  yield Buffer.concat([header, nonce]);
  let place = 0;
  for await (const [chunk, isLast] of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, secret, chunkNonce(place, isLast), {
      authTagLength: TAG_BYTES,
    });
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    place += 1;
  }
}

function openChunk(secret: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
  try {
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new BackupError('The backup is damaged or cut off: it cannot be decrypted to the end.');
  }
}

async function* openPayload(source: Bytes, fileKey: Uint8Array): AsyncGenerator<Buffer> {
  let secret: Buffer | undefined;
  async function* behindNonce(): AsyncGenerator<Buffer> {
    let held = Buffer.alloc(0);
    for await (const chunk of source) {
      if (secret) {
        yield chunk;
        continue;
      }
      held = Buffer.concat([held, chunk]);
      if (held.length < NONCE_BYTES) continue;
      secret = payloadKey(fileKey, held.subarray(0, NONCE_BYTES));
      yield held.subarray(NONCE_BYTES);
    }
  }
  let place = 0;
  for await (const [chunk, isLast] of inChunks(behindNonce(), CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(secret ?? Buffer.alloc(32), chunkNonce(place, isLast), chunk);
    place += 1;
  }
}

/** Reads until the header is complete; returns it with the bytes after it. */
async function splitHeader(
  chunks: AsyncIterator<Buffer>,
  first: Buffer,
): Promise<{ header: Buffer; rest: Buffer }> {
  for (let held = first; held.length <= MAX_HEADER_BYTES + first.length;) {
    const end = endOfHeader(held);
    if (end >= 0) return { header: held.subarray(0, end), rest: held.subarray(end) };
    const next = await chunks.next();
    if (next.done) break;
    held = Buffer.concat([held, next.value]);
  }
  throw new BackupError('The backup is cut off: the head of the encrypted file is incomplete.');
}

async function* chain(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  for (;;) {
    const next = await chunks.next();
    if (next.done) return;
    yield next.value;
  }
}

/**
 * The decrypted bytes of a backup, encrypted or not. Refuses an encrypted one without a key, or
 * with a wrong one.
 */
export async function* decrypt(source: Bytes, key: string | undefined): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    let first = Buffer.alloc(0);
    while (first.length < MAGIC.length) {
      const next = await chunks.next();
      if (next.done) break;
      first = Buffer.concat([first, next.value]);
    }
    if (first.toString('latin1', 0, MAGIC.length) !== MAGIC) return yield* chain(first, chunks);
    if (!key)
      throw new BackupError('BACKUP_KEY: the backup is encrypted, so its secret key is needed.');
    if (RECIPIENT.test(key))
      throw new BackupError(
        'BACKUP_KEY: a public key (age1…) only closes a backup. Give the secret key (AGE-SECRET-KEY-1…) to open it.',
      );
    const { header, rest } = await splitHeader(chunks, first);
    yield* openPayload(chain(rest, chunks), await openHeader(header, key));
  } finally {
    await chunks.return?.();
  }
}
