/**
 * Encrypted backups are age files (age-encryption.org/v1), which `age -d` opens as well; the
 * library encrypts them chunk by chunk.
 */
import { BackupError } from './backup-error.ts';
import type { Bytes } from './archive.ts';

const MAGIC = 'age-encryption.org/v1\n';
const RECIPIENT = /^age1[a-z0-9]+$/;
const IDENTITY = /^AGE-SECRET-KEY-/;

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** Encrypts for an age key (`age1…`, `AGE-SECRET-KEY-1…`) or with a passphrase. */
export async function* encrypt(source: Bytes, key: string): AsyncGenerator<Buffer> {
  const age = await import('age-encryption');
  const encrypter = new age.Encrypter();
  if (RECIPIENT.test(key)) encrypter.addRecipient(key);
  else if (IDENTITY.test(key)) encrypter.addRecipient(await age.identityToRecipient(key));
  else encrypter.setPassphrase(key);
  const encrypted = await encrypter.encrypt(ReadableStream.from<Uint8Array>(source));
  for await (const chunk of encrypted) yield bufferOf(chunk);
}

/**
 * The decrypted bytes of a backup, encrypted or not. Refuses an encrypted one without a key, or
 * with a wrong one.
 */
export async function* decrypt(source: Bytes, key: string | undefined): AsyncGenerator<Buffer> {
  const { head, whole, failure } = await readHead(source);
  if (head !== MAGIC) return yield* whole;
  if (!key)
    throw new BackupError('BACKUP_KEY: the backup is encrypted, so its secret key is needed.');
  if (RECIPIENT.test(key))
    throw new BackupError(
      'BACKUP_KEY: a public key (age1…) only closes a backup. Give the secret key (AGE-SECRET-KEY-1…) to open it.',
    );
  try {
    const decrypter = await decrypterFor(key);
    const decrypted = await decrypter.decrypt(ReadableStream.from<Uint8Array>(whole));
    for await (const chunk of decrypted) yield bufferOf(chunk);
  } catch (error) {
    if (failure()) throw failure();
    throw new BackupError(
      /no identity matched/.test(String(error))
        ? 'BACKUP_KEY: this key does not open the backup.'
        : 'The backup is damaged or cut off: it cannot be decrypted to the end.',
    );
  }
}

async function decrypterFor(key: string) {
  const age = await import('age-encryption');
  const decrypter = new age.Decrypter();
  if (IDENTITY.test(key)) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  return decrypter;
}

/** The first bytes as text, all bytes, and with what reading them has failed, if it has. */
async function readHead(source: Bytes) {
  const chunks = source[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  let failed: unknown;
  for (let next; first.length < MAGIC.length && !(next = await chunks.next()).done;)
    first = Buffer.concat([first, next.value]);
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      if (first.length > 0) yield first;
      yield* { [Symbol.asyncIterator]: () => chunks };
    } catch (error) {
      failed = error;
      throw error;
    }
  }
  const head = first.toString('latin1', 0, MAGIC.length);
  return { head, whole: whole(), failure: () => failed };
}
