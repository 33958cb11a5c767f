/** A database of the release before the baseline becomes what a new one is, or stays as it was. */
import { afterEach, describe, expect, test } from 'vitest';
import { openDb } from '#server/db/open.ts';
import { explainFailedStart } from '#server/startup-messages.ts';
import { createLastDatabase, runIn, type LeftDatabase } from '../releases/last-release.ts';
import { ENGINES, openTestServicesOn, type Engine } from './engine.ts';
import { describeSchema } from './whole-schema.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function leave(engine: Engine): Promise<LeftDatabase> {
  const left = await createLastDatabase(engine);
  closing.push(left.stop);
  return left;
}

async function open({ settings }: LeftDatabase) {
  const url = settings.databaseUrl && `${settings.databaseUrl}?pool_max=1`;
  const db = await openDb({ ...settings, databaseUrl: url });
  closing.push(db.close);
  return db;
}

/** What the product says when it cannot start. */
const refusalOf = (left: LeftDatabase): Promise<string | undefined> =>
  open(left).then(() => 'started', explainFailedStart);

const run = ({ settings }: LeftDatabase, statement: string) => runIn(settings, statement);
const migrationsOf = (left: LeftDatabase) =>
  run(left, 'select name from kysely_migration order by name');

describe.each(ENGINES)('on %s', (engine) => {
  test('its schema is that of a new database, and its rows are kept', async () => {
    const left = await leave(engine);
    await run(left, 'update proposals set received_at = null, completed_at = null');
    const db = await open(left);
    const { services, close } = await openTestServicesOn(engine, () => new Date());
    closing.push(close);
    expect(await describeSchema(db.read, engine)).toEqual(
      await describeSchema(services.db.read, engine),
    );
    const users = await db.read.selectFrom('users').select('email').execute();
    const [proposal] = await db.read.selectFrom('proposals').selectAll().execute();
    const { business_name: name, created_at, received_at, completed_at } = proposal!;
    expect([users.length, name]).toEqual([2, 'Tamale Shea Works']);
    expect([received_at, completed_at]).toEqual([created_at, created_at]);
    expect(await migrationsOf(left)).toEqual(await run(left, `select '0100-baseline' as name`));
    await open(left);
  });

  test('a step that breaks off leaves all as it was, and is done by the next start', async () => {
    const left = await leave(engine);
    const before = await migrationsOf(left);
    const table = await run(left, 'select id from users order by id');
    await run(left, 'alter table mails rename to mails_elsewhere');
    await expect(open(left)).rejects.toThrow('mails');
    expect(await migrationsOf(left)).toEqual(before);
    expect(await run(left, 'select * from upload_pieces')).toHaveLength(
      engine === 'sqlite' ? 0 : 1,
    );
    await run(left, 'alter table mails_elsewhere rename to mails');
    await open(left);
    expect(await run(left, 'select id from users order by id')).toEqual(table);
    await expect(run(left, 'select * from upload_pieces')).rejects.toThrow('upload_pieces');
  });

  test('two instances that start at once both have it', async () => {
    const left = await leave(engine);
    if (!left.isConcurrent) return;
    const started = await Promise.all([open(left), open(left)]);
    for (const db of started)
      expect(await db.read.selectFrom('users').select('id').execute()).toHaveLength(2);
  });

  test('an older database is refused, with the release that upgrades it', async () => {
    const left = await leave(engine);
    await run(left, `delete from kysely_migration where name = '0066-bulk-undo'`);
    const before = await migrationsOf(left);
    expect(await refusalOf(left)).toBe(
      'The database is older than release 0.1.0 of this product. Use that release first: it upgrades what is older.',
    );
    expect(await migrationsOf(left)).toEqual(before);
    expect(await run(left, 'select * from uploads')).toHaveLength(engine === 'sqlite' ? 0 : 1);
  });

  test('a database of a newer release is refused', async () => {
    const left = await leave(engine);
    await (await open(left)).close();
    closing.pop();
    await run(left, `insert into kysely_migration values ('9999-later', '2030')`);
    expect(await refusalOf(left)).toMatch(/^The database was migrated by a newer release/);
  });
});
