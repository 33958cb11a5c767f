/** Copies the embedded database while others write to it, and reads such a copy. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileKeyOf, keyOf, namesOf } from '../files/media-keys.ts';
import { DATABASE_FILE } from './open.ts';

/** A file that a row refers to; a document's digest is in its row, image files have none. */
type RequiredFile = { key: string; sha256: string | null };

/**
 * Copies the database of a data folder to a new file, consistent as of one moment. What was deleted
 * is not in it. The indexes of words refer to rowids: SQLite keeps them in this copy, although not
 * when it vacuums a database itself.
 */
export function takeSnapshot(dataDir: string, target: string): void {
  const source = new DatabaseSync(join(dataDir, DATABASE_FILE), { timeout: 10_000 });
  try {
    source.prepare('vacuum into ?').run(target);
  } finally {
    source.close();
  }
}

/** Throws if SQLite finds the file damaged, or a foreign key without its row. */
export function requireWhole(database: DatabaseSync): void {
  const { integrity_check: verdict } = database.prepare('pragma integrity_check').get() as {
    integrity_check: string;
  };
  if (verdict !== 'ok') throw new Error(`The database in it is damaged: ${verdict}`);
  if (database.prepare('pragma foreign_key_check').get())
    throw new Error('The database in it has rows that belong to nothing.');
}

/** Names of the migrations that a file has had. */
export const migrationsOf = (database: DatabaseSync): string[] =>
  (
    database.prepare('select name from kysely_migration order by name').all() as { name: string }[]
  ).map(({ name }) => name);

type FileColumns = { name: string; isUnique: number; hasDigest: number; hasState: number };

/**
 * Tables with a column `key`, from the catalogue: in those of files it is unique, or has a digest
 * beside it.
 */
const TABLES_WITH_KEYS = `
  select t.name,
    exists (select 1 from pragma_index_list(t.name) i where i."unique" = 1 and i.partial = 0
      and (select count(*) from pragma_index_info(i.name)) = 1
      and (select name from pragma_index_info(i.name)) = 'key') as isUnique,
    exists (select 1 from pragma_table_info(t.name) where name = 'sha256') as hasDigest,
    exists (select 1 from pragma_table_info(t.name) where name = 'state') as hasState
  from pragma_table_list t
  where t.schema = 'main' and t.type = 'table'
    and exists (select 1 from pragma_table_info(t.name) where name = 'key')`;

const readWidths = (json: string | null = null): number[] => JSON.parse(json ?? '[]') as number[];

/**
 * Files that rows depend on; a document that is still uploading is included only once it is ready.
 */
export function* requiredFiles(database: DatabaseSync): Generator<RequiredFile> {
  const tables = database.prepare(TABLES_WITH_KEYS).all() as FileColumns[];
  for (const { name, isUnique, hasDigest, hasState } of tables) {
    if (!isUnique && !(hasDigest && hasState)) continue;
    const digest = hasDigest ? 'sha256' : 'null as sha256';
    const ready = hasState ? `where state = 'ready'` : '';
    yield* database
      .prepare(`select key, ${digest} from "${name}" ${ready}`)
      .iterate() as IterableIterator<RequiredFile>;
  }
  // All columns: a backup of an older release has no cards.
  const images = database
    .prepare('select * from images where widths is not null')
    .iterate() as IterableIterator<{ id: string; widths: string; cards?: string | null }>;
  for (const { id, widths, cards } of images) {
    for (const name of namesOf(readWidths(widths), readWidths(cards)))
      yield { key: fileKeyOf(keyOf(id, name)), sha256: null };
  }
}
