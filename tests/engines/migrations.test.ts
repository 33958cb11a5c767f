/** docs/house.md, "Migrations": the previous release runs beside each new one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createMigrator, MIGRATIONS } from '#server/db/migrate.ts';
import { up as countTyped } from '#server/db/migrations/0129-kept-typed.ts';
import { openDb } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { explainFailedStart } from '#server/start.ts';
import { insertProgram } from '../factories.ts';
import { insertApplication } from '../judging-world.ts';
import { createTestDatabase } from '../servers/test-database.ts';
import { createTestAppOn, ENGINES, type Engine } from './engine.ts';
import { createOlderDatabase, pretendMigrations, runIn } from './older-database.ts';
import { findContractions, toSchema, type Schema } from './schema-changes.ts';

/** It creates the schema: nothing older is still running. */
const BASELINE = MIGRATIONS[0]!;
const FOLDER = join(import.meta.dirname, '../../server/db/migrations');
const MARK = /^ \* Contract: .{20,}/m;

/** Calls `visit` with the schema before and after each migration since the baseline. */
async function walk(
  engine: Engine,
  visit: (name: string, before: Schema, after: Schema) => void,
): Promise<void> {
  const database = engine === 'postgres' ? await createTestDatabase() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  const db = new Kysely<unknown>({
    dialect: database
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) })
      : openSqlite(join(folder, 'new.sqlite')).dialect,
  });
  const migrator = createMigrator(db, engine);
  const schemaAt = async (name: string) => {
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
    return toSchema(await db.introspection.getTables());
  };
  let before = await schemaAt(BASELINE);
  expect(before.size).toBeGreaterThan(10);
  for (const name of MIGRATIONS.slice(MIGRATIONS.indexOf(BASELINE) + 1)) {
    const after = await schemaAt(name);
    visit(name, before, after);
    before = after;
  }
  await db.destroy();
  await database?.stop();
  rmSync(folder, { recursive: true });
}

describe.each(ENGINES)('on %s', (engine) => {
  test('a migration only expands, or says why nobody misses what was removed', async () => {
    const unmarked: string[] = [];
    await walk(engine, (name, before, after) => {
      const isMarked = MARK.test(readFileSync(join(FOLDER, `${name}.ts`), 'utf8'));
      if (!isMarked)
        unmarked.push(...findContractions(before, after).map((change) => `${name}: ${change}`));
    });
    expect(unmarked).toEqual([]);
  });

  test('a database from before the baseline or of a newer release is refused, and stays as it is', async () => {
    const { settings, stop } = await createOlderDatabase(engine);
    const url = settings.databaseUrl && `${settings.databaseUrl}?pool_max=1`;
    const open = () => openDb({ ...settings, databaseUrl: url });
    for (const [name, refusal] of [
      ['0066-bulk-undo', /^The database is older than release 0\.2\.0 of this product/],
      ['9999-later', /^The database was migrated by a newer release/],
    ] as const) {
      await pretendMigrations(settings, name);
      expect(await open().then(() => 'opened', explainFailedStart)).toMatch(refusal);
      expect(await runIn(settings, 'select name from kysely_migration')).toMatchObject([{ name }]);
    }
    await pretendMigrations(settings, BASELINE);
    await (await open()).close();
    expect(await runIn(settings, 'select name from kysely_migration order by name')).toMatchObject(
      MIGRATIONS.map((name) => ({ name })),
    );
    await stop();
  });

  test('of a season that has ended before, those entered on behalf are counted', async () => {
    const app = await createTestAppOn(engine);
    const { read } = app.services.db;
    const { id } = await insertProgram(app.services);
    const running = await insertProgram(app.services);
    const [typed] = [await insertApplication(app, id), await insertApplication(app, id)];
    const row = read.updateTable('proposals').set({ on_behalf: true });
    await row.where('id', '=', typed.id).execute();
    const program = read.updateTable('programs').set({ received: '{"Ashanti":2}' });
    await program.where('id', '=', id).execute();
    await countTyped(read as never);
    const stored = read.selectFrom('programs').select(['id', 'received']);
    expect(await stored.where('id', 'in', [id, running.id]).execute()).toEqual(
      expect.arrayContaining([
        { id, received: { received: { Ashanti: 2 }, typed: { Ashanti: 1 } } },
        { id: running.id, received: null },
      ]),
    );
    await app.close();
  });
});

const column = (change = {}) => ({
  dataType: 'text',
  isNullable: true,
  hasDefaultValue: false,
  ...change,
});
const schema = (columns: Record<string, ReturnType<typeof column>>): Schema =>
  new Map([['faqs', new Map(Object.entries(columns))]]);

test.each([
  ['the table faqs is gone', new Map()],
  ['faqs.answer is gone', schema({ reply: column() })],
  ['faqs.answer was text and is integer', schema({ answer: column({ dataType: 'integer' }) })],
  ['faqs.answer no longer takes null', schema({ answer: column({ isNullable: false }) })],
  [
    'faqs.rank is new and must be given',
    schema({ answer: column(), rank: column({ isNullable: false }) }),
  ],
])('found: %s', (sentence, after: Schema) => {
  expect(findContractions(schema({ answer: column() }), after)).toEqual([sentence]);
});

test('additions alone are not reported', () => {
  const after = schema({
    answer: column(),
    rank: column({ isNullable: false, hasDefaultValue: true }),
    hint: column(),
  }).set('notes', new Map());
  expect(findContractions(schema({ answer: column() }), after)).toEqual([]);
});
