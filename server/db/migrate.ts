import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '../config.ts';
import { leaveLastRelease, LAST_MIGRATION, LAST_RELEASE } from './last-release.ts';
import * as baseline from './migrations/0100-baseline.ts';
import type { Engine } from './baseline/engines.ts';

const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0100-baseline': { up: (db) => baseline.up(db, engine) },
});

/** In the order in which they run. */
export const MIGRATIONS: readonly string[] = Object.keys(migrationsFor('sqlite'));

/** Runs migrations, one by one or all at once. */
export const createMigrator = <T>(db: Kysely<T>, engine: Engine): Migrator =>
  new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => migrationsFor(engine) },
  });

export type Release = 'this' | 'older' | 'too old' | 'newer';

/**
 * Which release has left a database that has had these migrations: this one, an older one that this
 * one migrates, one that is too old for it, or a newer one.
 */
export function findRelease(names: readonly string[]): Release {
  const newest = names.toSorted().at(-1);
  if (newest === LAST_MIGRATION) return 'older';
  if (newest !== undefined && newest < LAST_MIGRATION) return 'too old';
  if (names.some((name) => !MIGRATIONS.includes(name))) return 'newer';
  return names.length < MIGRATIONS.length ? 'older' : 'this';
}

/** What to do with a database that is too old. */
export const TOO_OLD = `older than release ${LAST_RELEASE} of this product. Use that release first: it upgrades what is older.`;

/** The migrations that a database has had; none if it is new. */
export async function readMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Brings the schema up to date. Each step is a transaction of its own and leaves a whole schema, so
 * that it may be killed and run again. Refuses a database that is too old, or that a newer release
 * has migrated.
 */
export async function migrate<T>(db: Kysely<T>, engine: Engine): Promise<void> {
  const names = await readMigrations(db);
  requireKnown(names);
  if (names.includes(LAST_MIGRATION)) await upgrade(db as Kysely<unknown>, engine);
  const { error } = await createMigrator(db, engine).migrateToLatest();
  if (error) throw error;
}

function requireKnown(names: readonly string[]): void {
  const release = findRelease(names);
  if (release === 'too old') throw new ConfigError(`The database is ${TOO_OLD}`);
  if (release === 'newer')
    throw new ConfigError(
      'The database was migrated by a newer release of this product. Start that release, or restore an older backup.',
    );
}

/** Of several instances that start at once, the first one does it, and the others wait for it. */
async function upgrade(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`lock table kysely_migration in exclusive mode`.execute(tx);
    if ((await readMigrations(tx)).includes(LAST_MIGRATION)) await leaveLastRelease(tx, engine);
  });
}
