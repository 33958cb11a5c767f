import { describe, expect, test } from 'vitest';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { countRows } from '#tests/whole-world.ts';
import { fuzz } from './run.ts';

/** A quick part of `npm run drill:fuzz`: some twenty calls of each operation. */
const CALLS = 1200;
const SEED = 20_261_122;

describe.each(ENGINES)('on %s', (engine) => {
  test('no call fails, hangs, or answers outside of the description', async () => {
    const app = await createTestAppOn(engine);
    const { statuses, findings } = await fuzz(app, { calls: CALLS, seed: SEED });
    expect(findings.map(({ fault }) => fault)).toEqual([]);
    const statusCodes = [...statuses.values()].flatMap((counts) => [...counts.keys()]);
    // The values get far enough: some are accepted, others refused for each kind of reason.
    expect(new Set(statusCodes)).toEqual(
      expect.objectContaining(new Set([200, 201, 400, 403, 404, 422])),
    );
    expect(await countRows(app.services, 'audit_log')).toBeGreaterThan(0);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    await app.close();
  });
});
