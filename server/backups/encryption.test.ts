import { randomBytes } from 'node:crypto';
import * as age from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

async function* pieces(bytes: Buffer, size: number) {
  for (let first = 0; first < bytes.length; first += size)
    yield bytes.subarray(first, first + size);
}
const collect = async (source: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
};

let identity: string;
let recipient: string;
beforeAll(async () => {
  identity = await age.generateX25519Identity();
  recipient = await age.identityToRecipient(identity);
});

describe('an encrypted backup', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
    'of %i bytes is a file that age opens, and the reverse',
    async (size) => {
      const plain = randomBytes(size);
      const ours = await collect(encrypt(pieces(plain, 10_007), recipient));
      const decrypter = new age.Decrypter();
      decrypter.addIdentity(identity);
      expect(Buffer.from(await decrypter.decrypt(ours)).equals(plain)).toBe(true);
      const encrypter = new age.Encrypter();
      encrypter.addRecipient(recipient);
      const theirs = Buffer.from(await encrypter.encrypt(plain));
      expect((await collect(decrypt(pieces(theirs, 7_001), identity))).equals(plain)).toBe(true);
    },
  );

  test('opens with its passphrase, and with the secret key that made it', async () => {
    const plain = randomBytes(1000);
    for (const key of ['a passphrase of many words', identity]) {
      const closed = await collect(encrypt(pieces(plain, 100), key));
      expect((await collect(decrypt(pieces(closed, 10), key))).equals(plain)).toBe(true);
      await expect(collect(decrypt(pieces(closed, 10), 'another passphrase'))).rejects.toThrow(
        'this key does not open the backup',
      );
    }
  });

  test('says so when the key is wrong, missing or only a public one', async () => {
    const closed = await collect(encrypt(pieces(randomBytes(10), 10), recipient));
    const other = await age.generateX25519Identity();
    const open = (key?: string) => collect(decrypt(pieces(closed, 1000), key));
    await expect(open(other)).rejects.toThrow('this key does not open the backup');
    await expect(open('another passphrase')).rejects.toThrow('this key does not open the backup');
    await expect(open()).rejects.toThrow('the backup is encrypted');
    await expect(open(recipient)).rejects.toThrow('a public key');
  });

  test('that is cut off, even behind a whole chunk, or changed is refused', async () => {
    const closed = await collect(encrypt(pieces(randomBytes(200_000), 9999), recipient));
    const payload = closed.length - 200_000 - 4 * 16;
    for (const end of [closed.length - 1, payload + 65_552, payload + 5, payload, 60])
      await expect(
        collect(decrypt(pieces(closed.subarray(0, end), 5000), identity)),
      ).rejects.toThrow(/damaged|cut off/);
    const changed = Buffer.from(closed);
    changed[closed.length - 100]! ^= 1;
    await expect(collect(decrypt(pieces(changed, 5000), identity))).rejects.toThrow('damaged');
  });

  test('what is not encrypted passes as it is', async () => {
    const plain = randomBytes(5000);
    expect((await collect(decrypt(pieces(plain, 3), undefined))).equals(plain)).toBe(true);
    expect(await collect(decrypt(pieces(Buffer.from('x'), 3), undefined))).toHaveLength(1);
  });
});
