import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/engines/engine.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import * as first from './migrations/0001-first.ts';
import * as content from './migrations/0002-content.ts';
import * as lists from './migrations/0003-lists.ts';
import * as uploads from './migrations/0004-uploads.ts';
import * as scans from './migrations/0005-scans.ts';
import { isId } from './ids.ts';
import { DATABASE_FILE, openDb, type Db } from './open.ts';
import { openSqlite } from './sqlite-dialect.ts';

/** More than two batches of the migration. */
const ROWS = 2300;
const TITLES = ['Zongo', 'Ŋkwantabisa', 'Ébène', 'adwoa'];

type Config = { dataDir: string; databaseUrl: string | undefined };

async function openOld(
  engine: Db['engine'],
  { dataDir, databaseUrl }: Config,
): Promise<Kysely<any>> {
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) })
    : openSqlite(join(dataDir, DATABASE_FILE)).dialect;
  const db = new Kysely<any>({ dialect });
  const migrations: Record<string, Migration> = {
    '0001-first': first,
    '0002-content': content,
    '0003-lists': { up: (old) => lists.up(old, engine) },
    '0004-uploads': uploads,
    '0005-scans': scans,
  };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw error;
  return db;
}

const stamps = (place: number) => ({
  id: randomUUID(),
  created_at: new Date(place * 1000),
  updated_at: new Date(place * 1000),
  version: 1,
});
const faqAt = (place: number) => ({
  ...stamps(place),
  question: `${TITLES[place % 4]} ${String(place).padStart(5, '0')}`,
  answer: 'Yes.',
  search_text: 'yes',
});

describe.each(ENGINES)('an older database, on %s', (engine) => {
  test('keeps its sessions, each under an id of its own', async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : undefined;
    const config = { dataDir: mkdtempSync(join(tmpdir(), 'older-')), databaseUrl: database?.url };
    const old = await openOld(engine, config);
    const user = { ...stamps(1), email: 'ama@example.com', role: 'applicant', is_active: true };
    const texts =
      'first_name last_name phone_number city digital_address region password_hash search_text';
    const empty = Object.fromEntries(texts.split(' ').map((name) => [name, '']));
    await old
      .insertInto('users')
      .values({ ...empty, ...user })
      .execute();
    const session = { user_id: user.id, created_at: new Date(), expires_at: new Date() };
    const hashes = ['a', 'b', 'c'].map((token_hash) => ({ ...session, token_hash }));
    await old.insertInto('sessions').values(hashes).execute();
    await old.destroy();
    const db = await openDb(config);
    const rows = await db.read.selectFrom('sessions').select(['id', 'last_used_at']).execute();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    for (const { id, last_used_at } of rows) expect([isId(id), last_used_at]).toEqual([true, null]);
    await db.close();
    await database?.stop();
    rmSync(config.dataDir, { recursive: true });
  });

  test('is in human order after the migration, and its rich text is still cleaned', async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : undefined;
    const config = { dataDir: mkdtempSync(join(tmpdir(), 'older-')), databaseUrl: database?.url };
    const old = await openOld(engine, config);
    for (let from = 0; from < ROWS; from += 100)
      await old
        .insertInto('faqs')
        .values(Array.from({ length: 100 }, (_, place) => faqAt(from + place)))
        .execute();
    await old
      .insertInto('programs')
      .values({
        ...stamps(1),
        title: 'Ɔda',
        description: '<b>x</b>',
        sector: 'Mining',
        deadline_date: new Date(),
        search_text: '',
      })
      .execute();
    await old.destroy();
    const db = await openDb(config);
    const rows = await db.read
      .selectFrom('faqs')
      .select(['question', 'question_key'])
      .orderBy('question_key')
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(ROWS);
    expect(rows.map(({ question_key }) => question_key.split(' ')[0])).toEqual(
      ['adwoa', 'ebene', 'nkwantabisa', 'zongo'].flatMap((word) => Array(ROWS / 4).fill(word)),
    );
    expect(
      await db.read.selectFrom('programs').select(['title_key', 'rich_text_mark']).execute(),
    ).toEqual([{ title_key: 'oda', rich_text_mark: '' }]);
    await db.close();
    await database?.stop();
    rmSync(config.dataDir, { recursive: true });
  });

  test('says of each proposal how it was decided', async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : undefined;
    const config = { dataDir: mkdtempSync(join(tmpdir(), 'older-')), databaseUrl: database?.url };
    const old = await openOld(engine, config);
    const [user, program] = [stamps(1), stamps(1)];
    const words = { search_text: '', region: 'Volta' };
    await old
      .insertInto('users')
      .values({
        ...user,
        ...words,
        ...{ email: 'ama@example.com', first_name: 'Ama', last_name: 'Mensah', phone_number: '' },
        ...{ city: '', digital_address: '', password_hash: '', role: 'applicant', is_active: true },
      })
      .execute();
    await old
      .insertInto('programs')
      .values({
        ...program,
        ...{ title: 'Oda', description: '', sector: 'Mining', search_text: '' },
        deadline_date: new Date(),
      })
      .execute();
    for (const is_approved of [true, false])
      await old
        .insertInto('proposals')
        .values({
          ...stamps(2),
          ...words,
          ...{ user_id: user.id, program_id: program.id, business_sector: 'Mining' },
          ...{ funding_stage: 'SEED', is_approved, business_name: 'Oda Ltd' },
          ...{ business_location: 'Oda', business_description: '' },
        })
        .execute();
    await old.destroy();
    const db = await openDb(config);
    const rows = await db.read
      .selectFrom('proposals')
      .select(['is_approved', 'decision', 'decline_reason', 'flagged'])
      .orderBy('decision')
      .execute();
    const untouched = { decline_reason: null, flagged: false };
    expect(rows).toEqual([
      { is_approved: true, decision: 'approved', ...untouched },
      { is_approved: false, decision: 'undecided', ...untouched },
    ]);
    await db.close();
    await database?.stop();
    rmSync(config.dataDir, { recursive: true });
  });
});
