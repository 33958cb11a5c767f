import { expect, test } from 'vitest';
import { createTestApp } from '#tests/app.ts';
import { table } from './table.ts';

test('a condition without its value touches no row', async () => {
  const app = await createTestApp();
  try {
    const labels = table('labels');
    const admin = await app.signIn({ role: 'admin' });
    await admin.post('/labels/', { name: 'Strong', colour: 'green' });
    const { db } = app.services;
    const id = (undefined as { id: string } | undefined)?.id;
    const where = { colour: 'green' as const, id };
    await expect(labels.remove(db.read, where)).rejects.toThrow('id: there is nothing');
    await expect(labels.change(db.read, where, { name: 'Weak' })).rejects.toThrow(TypeError);
    expect((await admin.get('/labels/')).body).toMatchObject([{ name: 'Strong' }]);
  } finally {
    await app.close();
  }
});
