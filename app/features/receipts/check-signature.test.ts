import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECK_SCRIPT } from '#content/receipts.ts';
import { isGenuine } from './check-signature.ts';

/** Signed separately with node:crypto, with the published seed of RFC 8032, 7.1, test 1. */
const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'one',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
} as const;
const RECEIPT = {
  content_sha256: 'ab'.repeat(32),
  number: 'NPT-7QXM-0F4K-9TZB-2C3D',
  program_title: 'Ɛdwuma "<b>"',
  received_at: '2026-11-22T09:00:00.000Z',
  completed_at: '2026-11-22T09:00:01.000Z',
  on_behalf: false,
  key_id: 'one',
  signature:
    '4qBdNVyvkTvDRvJCaJxJd3-Gf4ybIbfSIjcA_bmE4VnSZ1OX-gFvSvAJ93Zrdh1tXobSzUiGVXp2jgpGBDx8AQ',
};

test('a receipt is genuine by the key that signed it', async () => {
  expect(await isGenuine(RECEIPT, [KEY])).toBe(true);
});

test('not with anything changed, another key, or what is no signature', async () => {
  for (const changed of [
    { program_title: 'Other' },
    { received_at: '2026-11-22T08:59:00.000Z' },
    { key_id: 'two' },
    { signature: 'nonsense' },
    { signature: '\u0000%' },
  ])
    expect(await isGenuine({ ...RECEIPT, ...changed }, [KEY])).toBe(false);
  expect(await isGenuine(RECEIPT, [{ ...KEY, x: 'AAAA' }])).toBe(false);
});

test('the page shows the script of the documentation', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/receipts.md'), 'utf8');
  expect(/```js\n([\s\S]*?)```/.exec(page)![1]).toBe(CHECK_SCRIPT);
});
