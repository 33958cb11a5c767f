/** A copy of the embedded database while others write to it, and a look into such a copy. */
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { fileKeyOf, keyOf, namesOf } from '../files/media-keys.ts';
import { DATABASE_FILE } from './open.ts';

/**
 * A file that the copy's rows speak of; the digest of a document stands in its row, that of an
 * image's files nowhere.
 */
export type SnapshotFile = { key: string; sha256: string | null };
export type SnapshotFacts = {
  files: SnapshotFile[];
  users: number;
  programs: number;
  proposals: number;
};

/** All pages in one step: a copy in several would begin again with each write in between. */
const ALL_PAGES = 2 ** 30;

/** Copies the database of a data folder to a single file, consistent as of one moment. */
export async function takeSnapshot(dataDir: string, target: string): Promise<void> {
  const source = new DatabaseSync(join(dataDir, DATABASE_FILE), { timeout: 10_000 });
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  copy.exec('pragma journal_mode = delete');
  copy.close();
}

/** Reads a copy. Throws when SQLite finds it damaged, or a reference that leads nowhere. */
export function inspectSnapshot(path: string): SnapshotFacts {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const { integrity_check: verdict } = copy.prepare('pragma integrity_check').get() as {
      integrity_check: string;
    };
    if (verdict !== 'ok') throw new Error(`The database in it is damaged: ${verdict}`);
    if (copy.prepare('pragma foreign_key_check').get())
      throw new Error('The database in it has rows that belong to nothing.');
    const count = (table: 'users' | 'programs' | 'proposals') =>
      (copy.prepare(`select count(*) as total from ${table}`).get() as { total: number }).total;
    const documents = copy
      .prepare('select key, sha256 from documents order by key')
      .all() as SnapshotFile[];
    const images = copy
      .prepare('select id, widths from images where widths is not null order by id')
      .all() as { id: string; widths: string }[];
    const keys = images.flatMap(({ id, widths }) =>
      namesOf(JSON.parse(widths) as number[]).map((name) => fileKeyOf(keyOf(id, name))),
    );
    const files = [
      ...documents,
      ...draftFiles(copy),
      ...keys.map((key) => ({ key, sha256: null })),
    ];
    return {
      files,
      users: count('users'),
      programs: count('programs'),
      proposals: count('proposals'),
    };
  } finally {
    copy.close();
  }
}

/** Of drafts: what is ready, and what has come of the others. Older copies have none. */
function draftFiles(copy: DatabaseSync): SnapshotFile[] {
  const has = copy
    .prepare("select name from sqlite_master where type = 'table' and name = 'draft_documents'")
    .get();
  if (!has) return [];
  const rows = copy
    .prepare('select key, sha256, parts, state from draft_documents order by key')
    .all() as (SnapshotFile & { parts: string; state: string })[];
  return rows.flatMap(({ key, sha256, parts, state }) =>
    state === 'ready' ? [{ key, sha256 }] : (JSON.parse(parts) as SnapshotFile[]),
  );
}
