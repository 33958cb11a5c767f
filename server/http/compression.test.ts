import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { faqInput } from '#tests/factories.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn({ role: 'admin' });
  for (let index = 0; index < 8; index += 1) await admin.post('/faqs/', faqInput());
});
afterAll(() => app.close());

/** As they came: `fetch` would decompress them. */
async function readBytes(coding: string) {
  const headers = { 'accept-encoding': coding, authorization: `Bearer ${admin.token}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${app.url}/api/v1/faqs/?limit=8`, { headers }, resolve).on('error', reject),
  );
  return { coding: answer.headers['content-encoding'], bytes: await buffer(answer) };
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('an answer is compressed by %s, and says the same each time', async (coding, open) => {
  const plain = (await readBytes('identity')).bytes;
  const first = await readBytes(coding);
  const second = await readBytes(coding);
  expect([first.coding, second.coding]).toEqual([coding, coding]);
  expect(open(first.bytes).toString()).toBe(plain.toString());
  expect(second.bytes.equals(first.bytes)).toBe(true);
  await admin.post('/faqs/', faqInput());
  const changed = await readBytes(coding);
  expect(open(changed.bytes).toString()).not.toBe(plain.toString());
});
