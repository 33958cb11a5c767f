import { expect, test } from 'vitest';
import { startRealServer } from '../e2e/real-server.ts';

const START_MS = 300_000;

test('while developing, a screen is rendered from its sources', { timeout: START_MS }, async () => {
  const server = await startRealServer({ DEV: '1', NODE_ENV: 'development' });
  try {
    const answer = await fetch(`${server.url}/login`);
    expect([answer.status, server.log()]).toEqual([200, expect.not.stringContaining('Error')]);
    expect(await answer.text()).toContain('name="username"');
  } finally {
    await server.stop();
  }
});
