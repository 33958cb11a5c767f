import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf } from './digest.ts';

test('a file is digested as the server does it, and read once', async () => {
  const bytes = new Uint8Array(100_000).fill(7);
  const file = new File([bytes], 'deck.pdf');
  const digest = digestOf(file);
  expect(await digest).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(digestOf(file)).toBe(digest);
});
