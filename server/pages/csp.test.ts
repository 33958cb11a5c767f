import { expect, test } from 'vitest';
import { pagePolicy, WORKER_POLICY } from './csp.ts';

const config = { isDev: false, publicUrl: 'https://trek.example' };

test('a hydrated page may start a worker of our own; a public page starts none', () => {
  expect(pagePolicy(config, 'abc').split('; ')).toContain("worker-src 'self'");
  expect(pagePolicy(config).split('; ')).toContain("worker-src 'none'");
});

test('no page may evaluate text, and the worker of PDFs reaches nothing', () => {
  for (const policy of [pagePolicy(config, 'abc'), pagePolicy(config), WORKER_POLICY])
    expect(policy).not.toContain("'unsafe-");
  expect(pagePolicy(config, 'abc')).not.toContain('wasm');
  expect(WORKER_POLICY).toContain("default-src 'none'");
  expect(WORKER_POLICY).not.toMatch(/connect-src|'self'/);
});
