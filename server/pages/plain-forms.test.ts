/** Forms of public pages that are posted without script: contract 5, protection from doubles. */
import { describe, expect, test } from 'vitest';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { enquiryInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';

const MINUTE_SECONDS = 60;

describe.skipIf(!isBuilt).each(ENGINES)('forms without script, on %s', (engine) => {
  test('the same words within ten minutes are one message, and later another; each costs one call', async () => {
    const app = await createTestAppOn(engine);
    const admin = await app.signIn({ role: 'admin' });
    const post = async (message: string) => {
      const { message: _, ...fields } = enquiryInput();
      const body = new URLSearchParams({ ...(fields as Record<string, string>), message });
      expect((await fetch(`${app.url}/contact-us`, { method: 'POST', body })).status).toBe(200);
    };
    const count = async () => (await admin.get('/contact_forms/')).body.length;
    const calls = async () => {
      const figures = await (await fetch(`${app.url}/metrics`)).text();
      const made =
        /^http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/contact_forms\/",status="2\d\d"\} (\d+)$/gm;
      return [...figures.matchAll(made)].reduce((sum, [, number]) => sum + Number(number), 0);
    };
    for (const [number, minutes] of [9, 2, 9, 2, 5].entries()) {
      await post('When do applications open for the northern regions?');
      app.pass(minutes * MINUTE_SECONDS);
      expect([await count(), await calls()], `after ${number + 1}`).toEqual([
        [1, 1, 2, 2, 3][number],
        number + 1,
      ]);
    }
    await Promise.all(Array.from({ length: 5 }, () => post('How many places are there?')));
    expect(await count()).toBe(4);
    await app.close();
  });
});
