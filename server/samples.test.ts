import { describe, expect, test } from 'vitest';
import { SECTORS } from '#domain/sectors.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { fillSamples } from './samples.ts';

describe.each(ENGINES)('samples on %s', (engine) => {
  test('two instances fill an empty database once, and a used one never', async () => {
    const app = await createTestAppOn(engine);
    await Promise.all([fillSamples(app.services), fillSamples(app.services)]);
    await fillSamples(app.services);
    const { body: programs } = await app.visitor.get('/programs/');
    expect(new Set(programs.map(({ title }: { title: string }) => title)).size).toBe(programs.length);
    expect(new Set(programs.map(({ sector }: { sector: string }) => sector))).toEqual(new Set(SECTORS));
    expect(programs.filter(({ is_open }: { is_open: boolean }) => !is_open)).toHaveLength(1);
    const users = await app.services.db.read.selectFrom('users').select(['email', 'role']).orderBy('email').execute();
    expect(users).toEqual([{ email: 'admin@example.com', role: 'admin' }, { email: 'applicant@example.com', role: 'applicant' }]);
    await app.services.db.read.deleteFrom('programs').execute();
    await fillSamples(app.services);
    expect(await app.services.db.read.selectFrom('programs').select('id').execute()).toEqual([]);
    await app.close();
  });
});
