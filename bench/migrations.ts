/**
 * How long people wait for an upgrade: a database of the first release, with a million proposals,
 * is migrated to this one step by step, on both engines. Only runs when named.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { buildLargeIndexes } from '#server/db/large-indexes.ts';
import type { Db } from '#server/db/open.ts';
import { createMigrator, MIGRATIONS } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { openSqlite } from '#server/db/sqlite-dialect.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { lacksPostgres } from '#tests/servers/restartable-postgres.ts';
import type { Row } from './report.ts';

type Engine = Db['engine'];
type Connection = Kysely<any>;

/** The first schema that has all tables of the first release. */
const FIRST = '0002-content';
const COUNT = Number(process.env['MIGRATED_PROPOSALS'] ?? 1_000_000);
const PEOPLE = Math.ceil(COUNT / 20);
const PROGRAMS = 24;
const BEGUN = Date.UTC(2025, 0, 1) / 1000;
/** Shorter steps are not reported. */
const SHOWN_SECONDS = 1;

/** Where the SQL of the engines differs. */
const WORDS = {
  sqlite: {
    uuid: (table: number, number: string) =>
      `printf('%08x-0000-4000-8000-%03x%09x', (${number}) * 2654435761 % 4294967296, ${table}, ${number})`,
    moment: (number: string) =>
      `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${BEGUN} + (${number}) * 30, 'unixepoch')`,
    word: (number: string) =>
      `json_extract('["Cocoa","Shea","Solar","Clinic","School","Market","Water"]', '$[' || ((${number}) % 7) || ']')`,
  },
  postgres: {
    uuid: (table: number, number: string) =>
      `(lpad(to_hex((${number})::bigint * 2654435761 % 4294967296), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(${table}), 3, '0') || lpad(to_hex(${number}), 9, '0'))::uuid`,
    moment: (number: string) => `to_timestamp(${BEGUN} + (${number})::bigint * 30)`,
    word: (number: string) =>
      `('{Cocoa,Shea,Solar,Clinic,School,Market,Water}'::text[])[(${number}) % 7 + 1]`,
  },
} satisfies Record<Engine, object>;

const numbers = (count: number): string =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
const [USER, PROGRAM, PROPOSAL] = [1, 2, 3];

function fillings(engine: Engine): string[] {
  const { uuid, moment, word } = WORDS[engine];
  const name = `${word('i')} || ' ' || ${word('i / 7')} || ' ' || i || ' Ltd'`;
  const dates = `${moment('i')}, ${moment('i')}, 1`;
  const document = (kind: string) =>
    `insert into documents (proposal_id, kind, key, size, sha256, pages, markers, created_at) ${numbers(COUNT)}
      select ${uuid(PROPOSAL, 'i')}, '${kind}', 'p/' || i || '-${kind}.pdf', 1000000, '', 12, '[]', ${moment('i')} from n`;
  return [
    `insert into users (id, email, first_name, last_name, phone_number, city, digital_address, region, password_hash, role, is_active, search_text, created_at, updated_at, version) ${numbers(PEOPLE)}
      select ${uuid(USER, 'i')}, 'person-' || i || '@example.com', ${word('i')}, 'Mensah ' || i, '0241112222', 'Kumasi', 'AK-039-5028', 'Ashanti', 'none', 'applicant', true, lower(${word('i')}) || ' mensah ' || i, ${dates} from n`,
    `insert into programs (id, title, description, sector, deadline_date, search_text, created_at, updated_at, version) ${numbers(PROGRAMS)}
      select ${uuid(PROGRAM, 'i')}, 'Program ' || i, '<p>For all.</p>', 'Agriculture', ${moment('i * 90000')}, 'program ' || i, ${dates} from n`,
    `insert into proposals (id, user_id, program_id, created_at, updated_at, version, business_sector, region, funding_stage, is_approved, business_name, business_location, business_website, search_text, business_description) ${numbers(COUNT)}
      select ${uuid(PROPOSAL, 'i')}, ${uuid(USER, `i % ${PEOPLE} + 1`)}, ${uuid(PROGRAM, `i % ${PROGRAMS} + 1`)}, ${dates}, 'Agriculture', 'Ashanti', 'SEED', i % 3 = 0, ${name}, 'Kumasi', null, lower(${name}), '<p>Business number ' || i || '. We serve many people of our region, and more of them each year.</p>' from n`,
    document('pitch_deck'),
    document('financials'),
  ];
}

const WRITE_EVERY_MS = 50;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

async function measure(db: Connection, engine: Engine): Promise<Row[]> {
  const migrator = createMigrator(db, engine);
  const to = (name: string) =>
    timed(async () => {
      const { error } = await migrator.migrateTo(name);
      if (error) throw error;
    });
  await to(FIRST);
  for (const statement of fillings(engine))
    console.log(
      `${engine}: ${(await timed(() => sql.raw(statement).execute(db))).toFixed(0)} s to fill ${/into (\w+)/.exec(statement)![1]}`,
    );
  const rows: Row[] = [];
  let total = 0;
  for (const name of MIGRATIONS.slice(MIGRATIONS.indexOf(FIRST) + 1)) {
    const seconds = await to(name);
    console.log(`${engine}: ${name} ${seconds.toFixed(1)} s`);
    total += seconds;
    if (seconds >= SHOWN_SECONDS)
      rows.push({ what: `${engine}: ${name}`, ours: `${seconds.toFixed(1)} s` });
  }
  const what = `${engine}: all of them, ${COUNT} proposals, ${2 * COUNT} documents`;
  return [...rows, { what, ours: `${total.toFixed(0)} s` }];
}

/** The indexes that are built after the migrations, while `people` write once every 50 ms. */
async function buildBesideWriter(db: Connection, people: Connection): Promise<Row[]> {
  let isBuilding = true;
  const waits: number[] = [];
  const writing = (async () => {
    for (let i = 0; isBuilding; i += 1) {
      const id = sql.raw(WORDS.postgres.uuid(PROPOSAL, String(((i * 7919) % COUNT) + 1)));
      const write = sql`update proposals set version = version + 1 where id = ${id}`;
      waits.push(await timed(() => write.execute(people)));
      await setTimeout(WRITE_EVERY_MS);
    }
  })();
  const seconds = await timed(() => buildLargeIndexes(db));
  isBuilding = false;
  await writing;
  return [
    { what: 'postgres: large indexes, built while people write', ours: `${seconds.toFixed(1)} s` },
    {
      what: `the longest of ${waits.length} writes meanwhile`,
      ours: `${Math.max(...waits).toFixed(2)} s`,
    },
  ];
}

async function onSqlite(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-bench-migrations-'));
  const db = new Kysely<any>({ dialect: openSqlite(join(folder, 'db.sqlite')).dialect });
  try {
    return await measure(db, 'sqlite');
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<Row[]> {
  const server = await startPostgres();
  try {
    const { kysely, migrating } = await openPostgres(server.url, console);
    const rows = await migrating((db) => measure(db, 'postgres'));
    const built = await migrating((db) => buildBesideWriter(db, kysely));
    await kysely.destroy();
    return [...rows, ...built];
  } finally {
    await server.stop();
  }
}

const ENGINES = (process.env['MIGRATED_ENGINES'] ?? 'sqlite,postgres').split(',');

export const benchMigrations = async (): Promise<Row[]> => [
  ...(ENGINES.includes('sqlite') ? await onSqlite() : []),
  ...(lacksPostgres || !ENGINES.includes('postgres') ? [] : await onPostgres()),
];
