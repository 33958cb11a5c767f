import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://trek.example.com' });
});
afterAll(() => app.close());

test('every answer forbids content sniffing and framing, and enforces https', async () => {
  const { headers } = await app.visitor.get('/programs/');
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/max-age=31536000/),
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

test('what is for one person is never cached', async () => {
  const person = await app.signIn();
  for (const path of ['/auth/me', '/proposals/', '/programs/'])
    expect((await person.get(path)).headers.get('cache-control'), path).toBe('no-store');
});
