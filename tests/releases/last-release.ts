/** Databases as the release before the baseline has left them: ./README.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { DATABASE_ENTRY } from '#server/backups/manifest.ts';
import { readEntries } from '#server/backups/tar.ts';
import type { Config } from '#server/config.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import type { Engine } from '../engines/engine.ts';
import { query } from '../servers/sql.ts';
import { createTestDatabase } from '../servers/test-database.ts';

const unpack = (name: string): Buffer => gunzipSync(readFileSync(join(import.meta.dirname, name)));

/** The backup that it made. */
export const readLastBackup = (): Buffer => unpack('0.1.0.backup.tar.gz');

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;
export type LeftDatabase = { settings: Settings; isConcurrent: boolean; stop(): Promise<void> };

export async function createLastDatabase(engine: Engine): Promise<LeftDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-last-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true });
  if (engine === 'sqlite') {
    writeFileSync(join(dataDir, DATABASE_FILE), await readDatabase());
    const stop = async () => removeFolder();
    return { settings: { dataDir, databaseUrl: undefined }, isConcurrent: true, stop };
  }
  const { url, isConcurrent, stop } = await createTestDatabase();
  const statements = unpack('0.1.0.postgres.sql.gz').toString();
  // PGlite has no pg_trgm: what that release left there lacks the extension's indexes.
  const known = isConcurrent ? statements : statements.replace(/^.*(pg_trgm|gin_trgm).*;$/gm, '');
  await query(url, known);
  const end = async () => {
    removeFolder();
    await stop();
  };
  return { settings: { dataDir, databaseUrl: url }, isConcurrent, stop: end };
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

async function readDatabase(): Promise<Buffer> {
  for await (const { name, content } of readEntries(toChunks(readLastBackup()))) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    if (name === DATABASE_ENTRY) return Buffer.concat(chunks);
  }
  throw new Error('The backup has no database');
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
