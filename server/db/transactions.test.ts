/**
 * Transactions that PostgreSQL rolls back in favour of others are retried, and never reported as a
 * defect.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { enquiryInput } from '#tests/factories.ts';
import { query } from '#tests/servers/sql.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import type { Executor } from './open.ts';
import { raiseVersion } from './versions.ts';

const moveJob = (tx: Executor, name: string, ms: number) =>
  tx
    .updateTable('jobs')
    .set({ due_at: new Date(ms) })
    .where('name', '=', name)
    .execute();

const noServer = inject('postgresUrl') === null;

describe.skipIf(noServer)(
  `transactions side by side${noServer ? ' (skipped: no PostgreSQL is installed, and PGlite runs one at a time)' : ''}`,
  () => {
    let app: TestApp;
    beforeAll(async () => {
      const { url } = await createTestDatabase();
      await query(
        url,
        `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'serializable'`,
      );
      app = await createTestApp({ DATABASE_URL: url, TRUST_PROXY: '1' });
    });
    afterAll(() => app.close());

    test('one that conflicts with its neighbour twice is rolled back twice, and committed once', async () => {
      const { db } = app.services;
      await db.read
        .insertInto('jobs')
        .values({ name: 'met', due_at: new Date(0) })
        .execute();
      const retried = Promise.withResolvers<void>();
      const hasLocked = Promise.withResolvers<void>();
      const winner = db.write(async (tx) => {
        await moveJob(tx, 'met', 1);
        hasLocked.resolve();
        await retried.promise;
      });
      await hasLocked.promise;
      let tries = 0;
      await db.write(async (tx) => {
        tries += 1;
        if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        await tx.selectFrom('jobs').select('due_at').where('name', '=', 'met').execute();
        retried.resolve();
        await moveJob(tx, 'met', 2);
      });
      await winner;
      expect(tries).toBeGreaterThan(2);
      const { due_at } = await db.read
        .selectFrom('jobs')
        .select('due_at')
        .where('name', '=', 'met')
        .executeTakeFirstOrThrow();
      expect(new Date(due_at!)).toEqual(new Date(2));
    });

    test('of two that block each other, one is rolled back and retried, and both are committed once', async () => {
      const { db } = app.services;
      await db.read
        .insertInto('jobs')
        .values(['one', 'other'].map((name) => ({ name, due_at: new Date(0) })))
        .execute();
      let tries = 0;
      const holding = new Set<string>();
      const { promise: bothHold, resolve } = Promise.withResolvers<void>();
      const move = (first: string, second: string) =>
        db.write(async (tx) => {
          tries += 1;
          await moveJob(tx, first, tries);
          if (holding.add(first).size === 2) resolve();
          await bothHold;
          await moveJob(tx, second, tries);
          return first;
        });
      expect(await Promise.all([move('one', 'other'), move('other', 'one')])).toEqual([
        'one',
        'other',
      ]);
      expect(tries).toBeGreaterThan(2);
    });

    test('one that raises a version and then needs a row is not blocked by who holds the row', async () => {
      const { db } = app.services;
      await db.read
        .insertInto('jobs')
        .values({ name: 'held', due_at: new Date(0) })
        .execute();
      let tries = 0;
      const { promise: bothHold, resolve } = Promise.withResolvers<void>();
      const change = (first: (tx: Executor) => unknown, second: (tx: Executor) => unknown) =>
        db.write(async (tx) => {
          await sql`set transaction isolation level read committed`.execute(tx);
          tries += 1;
          await first(tx);
          if (tries === 2) resolve();
          await bothHold;
          await second(tx);
        });
      const move = (tx: Executor) => moveJob(tx, 'held', tries);
      const raise = (tx: Executor) => raiseVersion(tx, 'public');
      await Promise.all([change(raise, move), change(move, raise)]);
      expect(tries).toBe(2);
    });

    test('many that cannot be serialized: committed, or refused with 503', async () => {
      const admin = await app.signIn({ role: 'admin' });
      const faq = (
        await admin.post('/faqs/', { question: 'When does it open?', answer: 'In May.' })
      ).body;
      const calls = Array.from({ length: 12 }, (_, index) => [
        admin.patch(`/faqs/${faq.id}`, { answer: `In May, answer ${index}.` }),
        app.visitor.post('/contact_forms/', enquiryInput(), {
          headers: { 'x-forwarded-for': '192.0.2.1' },
        }),
      ]);
      const replies = await Promise.all(calls.flat());
      const refused = replies.filter(({ status }) => status >= 400);
      expect(
        refused.map(({ status, headers }) => [status, Number(headers.get('retry-after')) > 0]),
      ).toEqual(refused.map(() => [503, true]));
      expect(replies.length - refused.length).toBeGreaterThan(0);
    });
  },
);
