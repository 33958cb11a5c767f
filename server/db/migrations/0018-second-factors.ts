/** Admins' passkeys, authenticator apps and recovery codes, and unfinished set-ups and logins. */
import { sql, type Kysely } from 'kysely';

const USER = 'user_id uuid not null references users (id) on delete cascade';

const STATEMENTS = [
  `create table second_factors (
    id uuid primary key, ${USER}, kind text not null, name text not null,
    credential_id text, public_key text, sign_count bigint not null, transports text not null,
    secret text, last_step integer not null,
    created_at timestamptz not null, last_used_at timestamptz)`,
  'create index second_factors_by_user on second_factors (user_id)',
  'create unique index second_factors_by_credential on second_factors (credential_id)',
  `create unique index second_factors_one_app on second_factors (user_id) where kind = 'totp'`,
  `create table recovery_codes (
    ${USER}, code_hash text not null, created_at timestamptz not null,
    primary key (user_id, code_hash))`,
  `create table factor_challenges (
    ${USER}, purpose text not null, token_hash text unique, value text,
    wrong_tries integer not null, expires_at timestamptz not null,
    primary key (user_id, purpose))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
