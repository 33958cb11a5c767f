-- Mails, the log, and what the product keeps for itself.

-- `text` and `html` are cleared once the mail was sent, or was given up with a code in it.
-- `unsubscribe_url`: for one click in mail clients (RFC 8058). `is_secret`: it carries a one-time
-- code. After `give_up_at` the mail is pointless, for example because its code has expired.
-- `is_bounced`: the mail server has refused it for good. `topic`: what the mail is about; unsent,
-- it is dropped once that changes, and follows a new address. `told`: a digest of what the
-- recipient was told about the topic before.
create table mails (
  id uuid primary key, recipient text not null, subject text not null, text text not null,
  html text not null, state text not null, tries integer not null,
  next_try_at timestamptz not null, give_up_at timestamptz not null, last_error text,
  created_at timestamptz not null, sent_at timestamptz, unsubscribe_url text, topic text,
  told text, is_secret boolean not null default true, is_bounced boolean not null default false);
create index mails_by_turn on mails (state, next_try_at);
create index mails_by_topic on mails (topic) where topic is not null;
create index mails_by_recipient on mails (recipient, created_at);
create index mails_by_date on mails (created_at, id);
create index mails_by_state on mails (state, created_at, id);
create index mails_bounced on mails (recipient) where is_bounced;

create table idempotency_keys (
  scope text not null, call text not null, key text not null, fingerprint text not null,
  status integer, answer text, created_at timestamptz not null, primary key (scope, call, key));
create index idempotency_keys_by_date on idempotency_keys (created_at);

-- `actor_name` at that time. `erased`: its personal data was erased at the person's request.
create table audit_log (
  id uuid primary key, at timestamptz not null, actor_id uuid, action text not null,
  subject text not null, subject_id text not null, changes jsonb not null, ip text,
  actor_name text, erased boolean not null default false, search_text text not null default '');
create index audit_log_by_subject on audit_log (subject, subject_id, at);
create index audit_log_by_date on audit_log (at, id, actor_id, action, subject);
create index audit_log_by_actor on audit_log (actor_id, at, id, action, subject);
create index audit_log_by_action on audit_log (action, at, id, actor_id, subject);
create index audit_log_by_entity on audit_log (subject, at, id, actor_id, action);
create index audit_log_by_entity_id on audit_log (subject_id, at, id);

-- A number per topic that grows with every write to it; caches compare it.
create table versions (topic text primary key, number bigint not null);

create table secrets (name text primary key, value text not null);

-- When each job is due: the instance that advances the date runs it.
create table jobs (name text primary key, due_at timestamptz not null);

-- One row: this installation.
create table installation (
  place integer primary key, id text not null, created_at timestamptz not null);

-- `people`: how many it was settled to go to. `send_at`: when a planned one goes out. `sent` and
-- `failed` are known once it is over; until then, its mails are counted.
create table mailings (
  id uuid primary key, subject text not null, text text not null, state text not null,
  people integer not null, send_at timestamptz,
  created_by uuid references users (id) on delete set null, sent integer not null,
  failed integer not null, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null);
create index mailings_by_author on mailings (created_by);
create index mailings_planned on mailings (send_at) where state = 'planned';

-- `deadline`: their own. `path`: of the screen that their mail links to.
create table mailing_people (
  mailing_id uuid not null references mailings (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade, business_name text not null,
  program text not null, deadline timestamptz not null, path text not null,
  primary key (mailing_id, user_id));
create index mailing_people_by_user on mailing_people (user_id);

create table mail_templates (
  id uuid primary key, name text not null, kind text not null, subject text not null,
  text text not null, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null);
