import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { purgeRows, sweepFiles } from './housekeeping.ts';
import { runDueJobs, type Job } from './schedule.ts';

describe.each(ENGINES)('jobs on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  test('each runs once, however many instances check, and again when it is due', async () => {
    let runs = 0;
    const job: Job = { name: 'counting', every: 60_000, run: async () => void (runs += 1) };
    const look = () => runDueJobs(app.services, [job]);
    await Promise.all([look(), look(), look()]);
    expect(runs).toBe(1);
    app.pass(61);
    await Promise.all([look(), look()]);
    expect(runs).toBe(2);
  });

  test('one that ran while the clock was a year ahead runs again once the clock is right', async () => {
    let runs = 0;
    const job: Job = { name: 'ahead', every: 60_000, run: async () => void (runs += 1) };
    const look = () => runDueJobs(app.services, [job]);
    app.pass(365 * 86_400);
    await look();
    app.pass(-365 * 86_400);
    await Promise.all([look(), look()]);
    expect(runs).toBe(2);
    app.pass(61);
    await look();
    expect(runs).toBe(3);
  });

  test('one that fails does not stop the next', async () => {
    let hasRun = false;
    const failing: Job = {
      name: 'failing',
      every: 1000,
      run: () => Promise.reject(new Error('no')),
    };
    await runDueJobs(app.services, [
      failing,
      { name: 'next', every: 1000, run: async () => void (hasRun = true) },
    ]);
    expect(hasRun).toBe(true);
  });

  test('expired rows are deleted, valid ones stay', async () => {
    const { db } = app.services;
    const person = await app.signIn();
    const now = app.services.clock();
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    await db.read
      .insertInto('attempts')
      .values([
        { id: randomUUID(), bucket: 'x', at: ago(90) },
        { id: randomUUID(), bucket: 'x', at: ago(90_000) },
      ])
      .execute();
    const mail = {
      subject: '',
      text: '',
      html: '',
      tries: 1,
      next_try_at: now,
      give_up_at: now,
      last_error: null,
      created_at: ago(40 * 86_400),
    };
    await db.read
      .insertInto('mails')
      .values([
        {
          ...mail,
          id: randomUUID(),
          recipient: 'old@example.com',
          state: 'sent',
          sent_at: ago(31 * 86_400),
        },
        {
          ...mail,
          id: randomUUID(),
          recipient: 'failed@example.com',
          state: 'failed',
          sent_at: null,
        },
      ])
      .execute();
    await purgeRows(app.services);
    expect(await db.read.selectFrom('attempts').selectAll().execute()).toHaveLength(1);
    expect(
      (await db.read.selectFrom('mails').select('recipient').execute()).map(
        ({ recipient }) => recipient,
      ),
    ).toEqual(['failed@example.com']);
    expect((await person.get('/auth/me')).status).toBe(200);
    await app.visitor.post('/auth/password-reset-request', { email: person.email });
    app.pass(2401);
    await purgeRows(app.services);
    expect(await db.read.selectFrom('sessions').selectAll().execute()).toHaveLength(0);
    expect(await db.read.selectFrom('codes').selectAll().execute()).toHaveLength(1);
    app.pass(3600);
    await purgeRows(app.services);
    expect(await db.read.selectFrom('codes').selectAll().execute()).toHaveLength(0);
  });
});

test('a file without a row is removed after six hours; a younger one may still get its row', async () => {
  const app = await createTestAppOn('sqlite');
  const keyOf = async () => {
    const keys: string[] = [];
    for await (const { key } of app.services.files.list()) keys.push(key);
    return keys.sort();
  };
  const dir = join(app.services.config.dataDir, 'files');
  for (const [key, hours] of [
    ['a/old.pdf', 7],
    ['a/young.pdf', 5],
  ] as const) {
    const path = join(dir, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
    const at = Date.now() / 1000 - hours * 3600;
    utimesSync(path, at, at);
  }
  const config = { ...app.services.config, sweepKeepDays: 0 };
  await sweepFiles({ ...app.services, config });
  expect(await keyOf()).toEqual(['a/young.pdf']);
  await app.close();
});
