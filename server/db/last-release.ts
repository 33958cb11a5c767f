/**
 * Takes a database of release 0.1.0 to the baseline, once: that release's 46 migrations are gone.
 *
 * Contract: drops two tables that it only empties, and what filled in columns for releases before
 * it. An instance of it that still runs logs a failed clean-up, and serves everything.
 */
import { sql, type Kysely } from 'kysely';
import type { Engine } from './baseline/engines.ts';

export const LAST_RELEASE = '0.1.0';
/** The newest migration of that release: a database that has had it has had all of them. */
export const LAST_MIGRATION = '0066-bulk-undo';

const BASELINE = '0100-baseline';

/**
 * The tables of forms sent in chunks; mails that were given up had two names; the oldest proposals
 * have no moments.
 */
const STEPS = [
  'drop table upload_pieces',
  'drop table uploads',
  `update mails set state = 'failed' where state = 'parked'`,
  `update proposals set received_at = coalesce(received_at, created_at),
    completed_at = coalesce(completed_at, received_at, created_at)
    where received_at is null or completed_at is null`,
];

/** What set values for writers that did not know of them. */
const DEFAULTS = {
  sqlite: ['drop trigger proposals_approved_insert', 'drop trigger proposals_approved_update'],
  postgres: [
    'drop trigger proposals_approved on proposals',
    'drop function proposals_follow_approval()',
    'alter table sessions alter column id drop default',
  ],
};

/** For a transaction that nobody else migrates beside. */
export async function leaveLastRelease(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  const replaced = [
    'delete from kysely_migration',
    `insert into kysely_migration values ('${BASELINE}', '${new Date().toISOString()}')`,
  ];
  for (const statement of [...STEPS, ...DEFAULTS[engine], ...replaced])
    await sql.raw(statement).execute(tx);
}
