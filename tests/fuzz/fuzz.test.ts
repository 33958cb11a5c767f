import { describe, expect, test } from 'vitest';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { countRows } from '#tests/whole-world.ts';
import { fuzz } from './run.ts';

/** Some twenty calls of each operation; `FUZZ_CALLS=25000 FUZZ_SEED=2` makes more and others. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 1200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

describe.each(ENGINES)('on %s', (engine) => {
  test('no call fails, hangs, or answers outside of the description', async () => {
    const app = await createTestAppOn(engine);
    const { statuses, findings } = await fuzz(app, { calls: CALLS, seed: SEED });
    expect(findings).toEqual([]);
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
