import { expect, test } from 'vitest';
import { startRealServer } from '../e2e/real-server.ts';
import { retryFor } from '../servers/ports.ts';

const START_MS = 300_000;

test(
  'while developing, a screen is rendered from its sources',
  { timeout: 2 * START_MS },
  async () => {
    const server = await startRealServer({ DEV: '1', NODE_ENV: 'development' });
    try {
      // On a slow machine, compiling the first screen takes longer than a connection may be silent.
      const answer = await retryFor(START_MS, () => fetch(`${server.url}/login`));
      // Nor is it ready all the time then.
      const log = server.log().replace(/.*no answer in time.*/g, '');
      expect([answer.status, log]).toEqual([200, expect.not.stringContaining('Error')]);
      expect(await answer.text()).toContain('name="username"');
    } finally {
      await server.stop();
    }
  },
);
