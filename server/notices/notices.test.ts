import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';

describe.each(ENGINES)('the site notice, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const inHours = (hours: number) =>
    new Date(app.services.clock().getTime() + hours * 3_600_000).toISOString();

  test('everybody reads it until its instant; another takes its place; it can be taken off', async () => {
    const none = await app.visitor.get('/notice');
    expect([none.status, none.body]).toEqual([200, null]);
    expect((await admin.delete('/notice')).status).toBe(404);
    const first = { text: 'The line is slow today.', until: inHours(2) };
    expect((await admin.put('/notice', first)).body).toEqual(first);
    expect((await app.visitor.get('/notice')).body).toEqual(first);
    const second = { text: 'We are closed on Monday.', until: inHours(1) };
    await admin.put('/notice', second);
    expect((await app.visitor.get('/notice')).body).toEqual(second);
    app.pass(3601);
    expect((await app.visitor.get('/notice')).body).toBeNull();
    admin = await app.signIn({ role: 'admin' });
    await admin.put('/notice', { text: 'Once more.', until: inHours(1) });
    expect((await admin.delete('/notice')).status).toBe(204);
    expect((await app.visitor.get('/notice')).body).toBeNull();
    const { body: log } = await admin.get('/audit/?entity=notice');
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'notices.delete',
      'notices.put',
      'notices.put',
      'notices.put',
    ]);
  });

  test('text and end are required, bounded, and the end is still to come', async () => {
    const empty = await admin.put('/notice', {});
    expect([empty.status, Object.keys(empty.body.fields)]).toEqual([422, ['text', 'until']]);
    const long = await admin.put('/notice', { text: 'x'.repeat(301), until: inHours(1) });
    expect(long.body.fields).toEqual({ text: 'The notice can have at most 300 characters.' });
    const past = await admin.put('/notice', { text: 'Late', until: inHours(-1) });
    expect([past.status, past.body.fields]).toEqual([
      422,
      { until: 'A notice must end in the future.' },
    ]);
    const editor = await app.signIn({ role: 'editor' });
    expect((await editor.put('/notice', { text: 'Hi', until: inHours(1) })).status).toBe(403);
  });
});
