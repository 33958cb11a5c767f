/** Databases of another release: one that has had the baseline only, and any other by its list. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { createMigrator, MIGRATIONS } from '#server/db/migrate.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { query } from '../servers/sql.ts';
import { createTestDatabase } from '../servers/test-database.ts';
import type { Engine } from './engine.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;

export async function createOlderDatabase(
  engine: Engine,
): Promise<{ settings: Settings; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-older-'));
  const server = engine === 'postgres' ? await createTestDatabase() : undefined;
  const dialect = server
    ? new PostgresDialect({ pool: new pg.Pool({ connectionString: server.url, max: 1 }) })
    : openSqlite(join(dataDir, DATABASE_FILE)).dialect;
  const db = new Kysely<unknown>({ dialect });
  const { error } = await createMigrator(db, engine).migrateTo(MIGRATIONS[0]!);
  await db.destroy();
  if (error) throw error;
  const stop = async () => {
    rmSync(dataDir, { recursive: true });
    await server?.stop();
  };
  return { settings: { dataDir, databaseUrl: server?.url }, stop };
}

/** Past the product; returns the rows. */
export async function runIn({ dataDir, databaseUrl }: Settings, statement: string) {
  if (databaseUrl) return query(databaseUrl, statement);
  const file = new DatabaseSync(join(dataDir, DATABASE_FILE));
  try {
    return file.prepare(statement).all();
  } finally {
    file.close();
  }
}

/** As if these were the migrations that it has had. */
export async function pretendMigrations(settings: Settings, ...names: string[]): Promise<void> {
  await runIn(settings, 'delete from kysely_migration');
  for (const name of names)
    await runIn(settings, `insert into kysely_migration values ('${name}', '2026-11-01')`);
}
