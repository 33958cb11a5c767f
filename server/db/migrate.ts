import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as first from './migrations/0001-first.ts';
import * as content from './migrations/0002-content.ts';

const MIGRATIONS = { '0001-first': first, '0002-content': content };

/** Brings the schema up to date in one transaction. Refuses a database that a newer release has migrated. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db: db as Kysely<unknown>, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
