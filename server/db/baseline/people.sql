-- Accounts, and what they log in with.

create table users (
  id uuid primary key, email text not null unique, first_name text not null,
  last_name text not null, phone_number text not null, city text not null,
  digital_address text not null, region text collate "C" not null, password_hash text not null,
  role text collate "C" not null, is_active boolean not null, search_text text not null,
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null,
  email_key text collate "C" not null default '',
  first_name_key text collate "C" not null default '',
  last_name_key text collate "C" not null default '',
  wants_reminders boolean not null default true);
create index users_by_date on users (created_at, id);
create index users_by_region on users (region, created_at, id, role, is_active);
create index users_by_role on users (role, created_at, id, is_active, region);
create index users_by_status on users (is_active, created_at, id, role, region);
create index users_by_first_name on users (first_name_key, created_at, id, role, is_active, region);
create index users_by_last_name on users (last_name_key, created_at, id, role, is_active, region);
create index users_by_email on users (email_key, created_at, id, role, is_active, region);
create index users_by_phone on users (phone_number, id);

-- `id` is public, not a secret. `user_agent`: the header of the request that opened it, truncated.
-- `last_used_at` is accurate to a few minutes.
create table sessions (
  token_hash text primary key, user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null, expires_at timestamptz not null, id uuid, user_agent text,
  last_used_at timestamptz);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create unique index sessions_by_id on sessions (id);

-- The newest code of a user and purpose that everybody may try. `older_hash`: of the code that
-- this one has replaced. `new_email`: the address that a code of purpose `email` verifies.
create table codes (
  user_id uuid not null references users (id) on delete cascade, purpose text not null,
  code_hash text not null, new_email text, wrong_tries integer not null,
  created_at timestamptz not null, expires_at timestamptz not null, older_hash text,
  primary key (user_id, purpose));

-- At most one per user, purpose and browser: a code that only this browser may try.
create table browser_codes (
  user_id uuid not null references users (id) on delete cascade, purpose text not null,
  browser text not null, code_hash text not null, older_hash text, wrong_tries integer not null,
  created_at timestamptz not null, expires_at timestamptz not null,
  primary key (user_id, purpose, browser));

-- Browsers that have registered, reset or logged in to an account.
create table known_browsers (
  user_id uuid not null references users (id) on delete cascade, browser text not null,
  known_at timestamptz not null, primary key (user_id, browser));
create index known_browsers_by_age on known_browsers (known_at);

-- Passkeys, and a person's one authenticator app. Of passkeys only: `credential_id` and
-- `public_key`, base64url, as browsers send them. `sign_count` grows with each use, and stays 0 if
-- the passkey does not count. `transports`: how the browser reaches it, comma-separated. Of apps
-- only: `secret`, encrypted. `last_step`: the 30-second step of the last code used; neither it nor
-- an earlier one is accepted again.
create table second_factors (
  id uuid primary key, user_id uuid not null references users (id) on delete cascade,
  kind text not null, name text not null, credential_id text, public_key text,
  sign_count bigint not null, transports text not null, secret text, last_step integer not null,
  created_at timestamptz not null, last_used_at timestamptz);
create index second_factors_by_user on second_factors (user_id);
create unique index second_factors_by_credential on second_factors (credential_id);
create unique index second_factors_one_app on second_factors (user_id) where kind = 'totp';

-- One row per unused code.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade, code_hash text not null,
  created_at timestamptz not null, primary key (user_id, code_hash));

-- At most one per user and purpose: an unfinished login, set-up or renewal of a session.
-- `token_hash`: of a login its own token, of a renewal the session's. `value`: what the passkey
-- must sign, or the encrypted secret to be confirmed.
create table factor_challenges (
  user_id uuid not null references users (id) on delete cascade, purpose text not null,
  token_hash text unique, value text, wrong_tries integer not null,
  expires_at timestamptz not null, primary key (user_id, purpose));

-- One row per counted attempt; `bucket` says what is counted for whom.
create table attempts ( id uuid primary key, bucket text not null, at timestamptz not null);
create index attempts_by_bucket on attempts (bucket, at);
create index attempts_by_date on attempts (at);
