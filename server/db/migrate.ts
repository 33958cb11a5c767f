import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '../config.ts';
import * as baseline from './migrations/0100-baseline.ts';
import * as cleaningTries from './migrations/0111-cleaning-tries.ts';
import * as staying from './migrations/0112-staying.ts';
import * as judgingCorrections from './migrations/0113-judging-corrections.ts';
import * as judgingTold from './migrations/0114-judging-told.ts';
import * as redactionCopies from './migrations/0115-redaction-copies.ts';
import * as unannounced from './migrations/0116-unannounced.ts';
import * as letters from './migrations/0118-letters.ts';
import * as reminded from './migrations/0119-reminded.ts';
import * as orphans from './migrations/0120-orphans.ts';
import * as pitch from './migrations/0121-pitch.ts';
import * as members from './migrations/0122-members.ts';
import * as seasons from './migrations/0124-seasons.ts';
import * as fileQuestions from './migrations/0126-file-questions.ts';
import * as withdrawal from './migrations/0127-withdrawal.ts';
import * as onBehalf from './migrations/0128-on-behalf.ts';
import * as keptTyped from './migrations/0129-kept-typed.ts';
import * as coveredTexts from './migrations/0130-covered-texts.ts';
import type { Engine } from './baseline/engines.ts';

const migrationsFor = (engine: Engine): Record<string, Migration> => ({
  '0100-baseline': { up: (db) => baseline.up(db, engine) },
  '0111-cleaning-tries': cleaningTries,
  '0112-staying': staying,
  '0113-judging-corrections': judgingCorrections,
  '0114-judging-told': judgingTold,
  '0115-redaction-copies': redactionCopies,
  '0116-unannounced': unannounced,
  '0118-letters': { up: (db) => letters.up(db, engine) },
  '0119-reminded': reminded,
  '0120-orphans': orphans,
  '0121-pitch': pitch,
  '0122-members': members,
  '0124-seasons': seasons,
  '0126-file-questions': fileQuestions,
  '0127-withdrawal': withdrawal,
  '0128-on-behalf': onBehalf,
  '0129-kept-typed': keptTyped,
  '0130-covered-texts': coveredTexts,
});

export const MIGRATIONS: readonly string[] = Object.keys(migrationsFor('sqlite'));

export const createMigrator = <T>(db: Kysely<T>, engine: Engine): Migrator =>
  new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => migrationsFor(engine) },
  });

export type Release = 'this' | 'older' | 'too old' | 'newer';

/** Which release has left a database that has had these migrations. */
export function findRelease(names: readonly string[]): Release {
  const newest = names.toSorted().at(-1);
  if (newest !== undefined && newest < MIGRATIONS[0]!) return 'too old';
  if (names.some((name) => !MIGRATIONS.includes(name))) return 'newer';
  return names.length < MIGRATIONS.length ? 'older' : 'this';
}

export const TOO_OLD = 'older than release 0.2.0 of this product, which is the oldest it upgrades.';

export async function readMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** May be killed and run again: all new migrations are one transaction. */
export async function migrate<T>(db: Kysely<T>, engine: Engine): Promise<void> {
  requireKnown(await readMigrations(db));
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
