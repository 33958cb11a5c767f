import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE, openDb } from '#server/db/open.ts';

let migrated: Promise<Buffer> | undefined;

/**
 * Lays an empty database that is up to date into a data folder. The migrations run once for each
 * process: they are most of what an instance on an empty folder costs.
 */
export async function placeMigratedFile(dataDir: string): Promise<void> {
  migrated ??= migrate();
  writeFileSync(join(dataDir, DATABASE_FILE), await migrated);
}

async function migrate(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-migrated-'));
  try {
    await (await openDb({ dataDir, databaseUrl: undefined })).close();
    return readFileSync(join(dataDir, DATABASE_FILE));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
