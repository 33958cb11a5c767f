import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/engines/engine.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { createMigrator } from './migrate.ts';
import { openSqlite } from './sqlite-dialect.ts';

describe.each(ENGINES)('addresses of an older release, on %s', (engine) => {
  test('are spelled in one way after the migration; of two accounts with one, neither is lost', async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : undefined;
    const folder = mkdtempSync(join(tmpdir(), 'older-addresses-'));
    const db = new Kysely<any>({
      dialect: database
        ? new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) })
        : openSqlite(join(folder, 'old.sqlite')).dialect,
    });
    const migrator = createMigrator(db, engine);
    expect((await migrator.migrateTo('0024-older-codes')).error).toBeUndefined();
    const at = engine === 'postgres' ? new Date() : new Date().toISOString();
    const person = (email: string) => ({
      ...{ id: randomUUID(), email, first_name: 'Ama', last_name: 'Mensah', phone_number: '' },
      ...{ city: '', digital_address: '', region: '', password_hash: 'none', role: 'applicant' },
      ...{ search_text: '', created_at: at, updated_at: at, version: 1 },
      is_active: engine === 'postgres' ? true : 1,
    });
    const sent = ['rene\u0301e@x.gh', 'zoe\u0301@x.gh', 'zo\u00e9@x.gh', 'ama@x.gh'];
    await db.insertInto('users').values(sent.map(person)).execute();
    expect((await migrator.migrateTo('0026-browsers')).error).toBeUndefined();
    const rows = await db.selectFrom('users').select('email').execute();
    expect(rows.map(({ email }) => email).sort()).toEqual(
      ['ren\u00e9e@x.gh', 'zoe\u0301@x.gh', 'zo\u00e9@x.gh', 'ama@x.gh'].sort(),
    );
    await db.destroy();
    await database?.stop();
    rmSync(folder, { recursive: true });
  });
});
