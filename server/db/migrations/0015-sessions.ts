/**
 * A session gets a public id and records where it is used; indexes for everything stored about one
 * person.
 */
import { sql, type Kysely } from 'kysely';

type Engine = 'sqlite' | 'postgres';

/** SQLite allows no default that differs from row to row. */
const IDS: Record<Engine, string[]> = {
  sqlite: [
    'alter table sessions add column id uuid',
    `update sessions set id = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' ||
      substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  ],
  // An instance of an older release, still running beside this one, provides none.
  postgres: ['alter table sessions add column id uuid not null default gen_random_uuid()'],
};

const STATEMENTS = [
  'create unique index sessions_by_id on sessions (id)',
  'alter table sessions add column user_agent text',
  'alter table sessions add column last_used_at timestamptz',
  'create index if not exists audit_log_by_actor on audit_log (actor_id, at)',
  'create index mails_by_recipient on mails (recipient, created_at)',
  'create index enquiries_by_address on enquiries (email)',
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of [...IDS[engine], ...STATEMENTS]) await sql.raw(statement).execute(db);
}
