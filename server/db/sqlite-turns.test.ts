import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { enquiryInput } from '#tests/factories.ts';
import { isBusy } from './errors.ts';
import { DATABASE_FILE } from './open.ts';

let app: TestApp;
let other: DatabaseSync;
beforeAll(async () => {
  app = await createTestApp();
  other = new DatabaseSync(join(app.services.config.dataDir, DATABASE_FILE));
});
afterAll(async () => {
  other.close();
  await app.close();
});

/** A call, and whether it has resolved. */
function watch<R>(promise: Promise<R>): { promise: Promise<R>; isDone: () => boolean } {
  let isDone = false;
  return { promise: promise.finally(() => void (isDone = true)), isDone: () => isDone };
}

/** Takes the lock as soon as no job of the start holds it. */
async function takeLock(): Promise<void> {
  for (;;)
    try {
      return other.exec('begin immediate');
    } catch (error) {
      if (!isBusy(error)) throw error;
      await setTimeout(1);
    }
}

test('while another process holds the lock a write waits, everybody else is answered, and the write succeeds', async () => {
  await takeLock();
  const writes = [
    watch(app.visitor.post('/contact_forms/', enquiryInput())),
    watch(app.services.db.read.insertInto('secrets').values({ name: 'x', value: 'x' }).execute()),
  ];
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  expect((await app.visitor.get('/programs/?sort=title')).status).toBe(200);
  expect(writes.map(({ isDone }) => isDone())).toEqual([false, false]);
  other.exec('commit');
  const [submission] = await Promise.all(writes.map(({ promise }) => promise));
  expect(submission).toMatchObject({ status: 201 });
});

test('a write that waits too long is refused as unavailable, and health was answered all the time', async () => {
  await takeLock();
  const write = watch(app.visitor.post('/contact_forms/', enquiryInput()));
  let answers = 0;
  while (!write.isDone()) {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    answers += 1;
  }
  other.exec('rollback');
  const { status, headers } = await write.promise;
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  // A process that blocks in the database would answer once or twice.
  expect(answers).toBeGreaterThan(5);
  expect((await app.visitor.post('/contact_forms/', enquiryInput())).status).toBe(201);
});

test('two transactions of this process wait for each other, and a statement outside does not come between', async () => {
  const { db } = app.services;
  const steps: string[] = [];
  const transaction = (name: string) =>
    db.write(async (tx) => {
      steps.push(`${name} begins`);
      await tx.insertInto('secrets').values({ name, value: name }).execute();
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
    });
  const failing = db.write(async (tx) => {
    await tx.insertInto('secrets').values({ name: 'gone', value: '' }).execute();
    throw new Error('no');
  });
  const outside = db.read
    .selectFrom('secrets')
    .select('name')
    .where('name', 'in', ['a', 'b', 'gone'])
    .execute();
  await Promise.all([
    transaction('a'),
    transaction('b'),
    expect(failing).rejects.toThrow('no'),
    outside,
  ]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  const stored = await db.read
    .selectFrom('secrets')
    .select('name')
    .where('name', 'in', ['a', 'b', 'gone'])
    .orderBy('name')
    .execute();
  expect(stored).toEqual([{ name: 'a' }, { name: 'b' }]);
});
