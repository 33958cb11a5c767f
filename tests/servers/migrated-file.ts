import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE, openDb } from '#server/db/open.ts';

let migrated: Promise<Buffer> | undefined;

/**
 * Puts an empty, already migrated database into a data folder. The migrations run once per process:
 * they are most of the cost of starting an instance on an empty folder.
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
