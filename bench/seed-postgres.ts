/** Copies a seeded data folder into PostgreSQL: in batches, indexes last, then analysed. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE_FILE, openDb } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';

const BATCH = 2000;
const TABLES = [
  'users',
  'programs',
  'proposals',
  'documents',
  'questions',
  'answers',
  'answered_options',
  'labels',
  'proposal_labels',
  'messages',
  'change_requests',
  'sessions',
  'faqs',
  'testimonials',
  'enquiries',
  'posts',
  'images',
  'audit_log',
];
/** SQLite stores these as text. */
const JSON_COLUMNS = ['markers', 'changes', 'definition'];

type Row = Record<string, unknown>;

const parsed = (row: Row): Row => ({
  ...row,
  // Seeded sessions have none.
  ...('id' in row && { id: row['id'] ?? randomUUID() }),
  ...Object.fromEntries(
    JSON_COLUMNS.filter((column) => column in row).map((column) => [
      column,
      JSON.parse(row[column] as string) as unknown,
    ]),
  ),
});

/** Migrates an empty database and fills it with the rows of the folder's database. */
export async function copyToPostgres(dataDir: string, url: string): Promise<void> {
  const db = await openDb({ dataDir, databaseUrl: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  // Triggers and references are off: the source database has enforced them.
  await client.query("set session_replication_role = 'replica'");
  await client.query("set maintenance_work_mem = '512MB'");
  const indexes = await dropIndexes(client);
  for (const table of TABLES) await copyTable(client, database, table);
  for (const { indexdef } of indexes) await client.query(indexdef);
  await db.close();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  database.close();
  await client.end();
}

async function copyTable(
  client: pg.Client,
  database: ReturnType<typeof openSqlite>['database'],
  table: string,
): Promise<void> {
  let rows: Row[] = [];
  const write = async () => {
    if (rows.length === 0) return;
    const columns = Object.keys(rows[0]!).join(', ');
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.map(parsed))],
    );
    rows = [];
  };
  for (const row of database.prepare(`select * from ${table}`).iterate()) {
    rows.push(row as Row);
    if (rows.length === BATCH) await write();
  }
  await write();
}

/** Only those that no constraint needs. */
async function dropIndexes(client: pg.Client): Promise<{ indexdef: string }[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = current_schema()
      and indexname not in (select conname from pg_constraint) and tablename not like 'kysely%'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows;
}
