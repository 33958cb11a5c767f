import { expect, test } from 'vitest';
import { pagePolicy, WORKER_POLICY } from './build.ts';

const config = { isDev: false, publicUrl: 'https://trek.example' };
const hydrated = pagePolicy(config, { isHydrated: true, script: "'nonce-abc'" });
const plain = pagePolicy(config, { isHydrated: false, script: "'sha256-abc'" });

test('a hydrated page may start a worker of our own; a public page starts none', () => {
  expect(hydrated.split('; ')).toContain("worker-src 'self'");
  expect(plain.split('; ')).toContain("worker-src 'none'");
});

test('of inline scripts, a hydrated page runs those with its nonce, a public page one by its hash', () => {
  expect(hydrated.split('; ')).toContain("script-src 'self' 'nonce-abc'");
  expect(plain.split('; ')).toContain("script-src 'self' 'sha256-abc'");
});

test('no page may evaluate text, and the worker of PDFs reaches nothing', () => {
  for (const policy of [hydrated, plain, WORKER_POLICY]) expect(policy).not.toContain("'unsafe-");
  expect(hydrated).not.toContain('wasm');
  expect(WORKER_POLICY).toContain("default-src 'none'");
  expect(WORKER_POLICY).not.toMatch(/connect-src|'self'/);
});
