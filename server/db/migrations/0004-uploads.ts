import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table uploads (
    id uuid primary key, user_id uuid not null references users (id) on delete cascade, key text not null, call text not null,
    fingerprint text not null, content_type text not null, size bigint not null, created_at timestamptz not null, expires_at timestamptz not null,
    finishing_until timestamptz, answer text, unique (user_id, key))`,
  `create index uploads_by_expiry on uploads (expires_at)`,
  `create table upload_pieces (
    upload_id uuid not null references uploads (id) on delete cascade, start bigint not null, size bigint not null, key text not null unique,
    primary key (upload_id, start))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
