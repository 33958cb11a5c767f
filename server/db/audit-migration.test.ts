import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/engines/engine.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import * as first from './migrations/0001-first.ts';
import * as auditLog from './migrations/0014-audit.ts';
import { openSqlite } from './sqlite-dialect.ts';

/** More than two batches of the migration. */
const ROWS = 1100;
const OLD: unknown[] = [
  { fields: ['question', 'answer'] },
  { before: { funding_stage: 'SEED' }, after: { funding_stage: 'GROWTH' } },
  { title: 'Cocoa', is_published: true },
  {},
];
const NEW = [
  [
    { field: 'question', before: null, after: null },
    { field: 'answer', before: null, after: null },
  ],
  [{ field: 'funding_stage', before: 'SEED', after: 'GROWTH' }],
  [
    { field: 'title', before: null, after: 'Cocoa' },
    { field: 'is_published', before: null, after: true },
  ],
  [],
];

describe.each(ENGINES)('the log of an older release, on %s', (engine) => {
  test('is stored by field after the migration, and is immutable from then on', async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : undefined;
    const folder = mkdtempSync(join(tmpdir(), 'older-log-'));
    const db = new Kysely<any>({
      dialect: database
        ? new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) })
        : openSqlite(join(folder, 'old.sqlite')).dialect,
    });
    await first.up(db as never);
    const at = new Date('2026-01-01T00:00:00Z');
    const rows = Array.from({ length: ROWS }, (_, place) => ({
      id: randomUUID(),
      at,
      actor_id: null,
      action: 'faqs.update',
      subject: 'faq',
      subject_id: String(place),
      changes: JSON.stringify(OLD[place % OLD.length]),
    }));
    for (let from = 0; from < ROWS; from += 100)
      await db
        .insertInto('audit_log')
        .values(rows.slice(from, from + 100))
        .execute();

    await db.transaction().execute((tx) => auditLog.up(tx as never, engine));

    const stored = await db.selectFrom('audit_log').selectAll().execute();
    expect(stored).toHaveLength(ROWS);
    for (const row of stored)
      expect([row.at, row.ip, row.erased, row.changes]).toEqual([
        at,
        null,
        false,
        NEW[Number(row.subject_id) % NEW.length],
      ]);
    expect(stored[0]!.search_text).toContain('faqs.update');
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/);
    await db.destroy();
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
