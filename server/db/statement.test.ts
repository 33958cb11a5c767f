import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertion, rowsOf, rowsStatement, statement } from './statement.ts';

describe.each(ENGINES)('a statement that is compiled once, on %s', (engine) => {
  let apps: TestApp[];
  beforeAll(async () => {
    apps = await Promise.all([createTestAppOn(engine), createTestAppOn(engine)]);
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  test('is built once per database, and runs with its values inside and outside of transactions', async () => {
    let built = 0;
    const findSecret = statement((db, name: string, value: string) => {
      built += 1;
      return db
        .selectFrom('secrets')
        .select(['name', 'value'])
        .where('value', '=', value)
        .where('name', '=', name);
    });
    for (const [index, { services }] of apps.entries()) {
      const { db } = services;
      await db.write(async (tx) => {
        await tx
          .insertInto('secrets')
          .values({ name: `statement-${index}`, value: 'here' })
          .execute();
        expect(await findSecret(tx, `statement-${index}`, 'here')).toEqual({
          name: `statement-${index}`,
          value: 'here',
        });
      });
      expect(await findSecret(db.read, `statement-${index}`, 'here')).toBeDefined();
      expect(await findSecret(db.read, `statement-${index}`, 'gone')).toBeUndefined();
      expect(await findSecret(db.read, `statement-${1 - index}`, 'gone')).toBeUndefined();
    }
    expect(built).toBe(apps.length);
  });

  test('rows of some ids are one statement, however many there are; none are asked for none', async () => {
    let built = 0;
    const triesOf = rowsOf((db, isAmong, bucket: string) => {
      built += 1;
      return db
        .selectFrom('attempts')
        .select('id')
        .where(isAmong('attempts.id'))
        .where('bucket', '=', bucket);
    });
    const { db } = apps[0]!.services;
    const ids = Array.from({ length: 1200 }, () => crypto.randomUUID());
    const insertTry = insertion('attempts');
    await db.write(async (tx) => {
      for (const [index, id] of ids.slice(0, 4).entries())
        await insertTry(tx, { id, bucket: index < 3 ? 'some' : 'other', at: new Date() });
    });
    for (const queriedIds of [[], ids.slice(0, 1), ids.slice(0, 3), ids]) {
      const rows = await triesOf(db.read, queriedIds, 'some');
      expect(rows.map(({ id }) => id).toSorted()).toEqual(queriedIds.slice(0, 3).toSorted());
    }
    expect(await triesOf(db.read, ids, 'nowhere')).toEqual([]);
    expect(built).toBe(1);
  });

  test('an insertion takes rows with other columns in other order; all rows of a question come', async () => {
    const insertTry = insertion('attempts');
    const listTries = rowsStatement((db, bucket: string) =>
      db.selectFrom('attempts').selectAll().where('bucket', '=', bucket).orderBy('at'),
    );
    const { db } = apps[0]!.services;
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const at = [new Date('2026-11-22T09:00:00Z'), new Date('2026-11-22T10:00:00Z')] as const;
    await db.write(async (tx) => {
      await insertTry(tx, { id: one, bucket: 'here', at: at[0] });
      await insertTry(tx, { at: at[1], bucket: 'here', id: other });
      await insertTry(tx, { at: at[1], bucket: 'there', id: crypto.randomUUID() });
    });
    expect(await listTries(db.read, 'here')).toEqual([
      { id: one, bucket: 'here', at: at[0] },
      { id: other, bucket: 'here', at: at[1] },
    ]);
    expect(await listTries(db.read, 'nowhere')).toEqual([]);
  });
});
