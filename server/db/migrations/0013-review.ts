/**
 * The review desk: a decision with three values, a proposal's assignee, who has read it, its notes,
 * and admins' saved views and templates.
 */
import { sql, type Kysely } from 'kysely';

type Engine = 'sqlite' | 'postgres';

const STAMPS =
  'created_at timestamptz not null, updated_at timestamptz not null, version integer not null';

/** Fixed values are compared byte by byte on both engines. */
const columns = (engine: Engine): string[] => [
  `alter table proposals add column decision text ${engine === 'postgres' ? 'collate "C"' : ''} not null default 'undecided'`,
  'alter table proposals add column decline_reason text',
  'alter table proposals add column assigned_to uuid references users (id) on delete set null',
  'alter table proposals add column flagged boolean not null default false',
  'alter table proposals add column decided_at timestamptz',
  'alter table proposals add column decided_by uuid',
  // Grows with changes that only admins see, so that a flag cannot make an applicant's change fail.
  'alter table proposals add column desk_version integer not null default 0',
  `update proposals set decision = 'approved' where is_approved`,
  // What a mail is about, and a digest of what was told before.
  'alter table mails add column topic text',
  'alter table mails add column told text',
  'create index mails_by_topic on mails (topic) where topic is not null',
];

const TABLES = [
  `create table proposal_reads (
    user_id uuid not null references users (id) on delete cascade,
    proposal_id uuid not null references proposals (id) on delete cascade,
    first_at timestamptz not null, last_at timestamptz not null, primary key (user_id, proposal_id))`,
  'create index proposal_reads_by_proposal on proposal_reads (proposal_id, last_at)',
  `create table proposal_notes (
    id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
    author_id uuid references users (id) on delete set null, ${STAMPS}, text text not null)`,
  'create index proposal_notes_by_proposal on proposal_notes (proposal_id, created_at, id)',
  'create index proposal_notes_by_author on proposal_notes (author_id)',
  `create table decline_templates (id uuid primary key, ${STAMPS}, title text not null, text text not null)`,
  `create table saved_views (
    id uuid primary key, owner_id uuid not null references users (id) on delete cascade,
    name text not null, query text not null, is_shared boolean not null,
    created_at timestamptz not null, unique (owner_id, name))`,
];

const REST = 'business_sector, region, funding_stage, is_approved, program_id';
const DESK = 'decision, assigned_to, flagged';

/**
 * As in 0003 and 0008: first what is sorted by, then the rest of every order, then every filter.
 */
const INDEXES: Record<string, string> = {
  proposals_by_date: `(created_at, id, ${REST}, ${DESK})`,
  proposals_by_program: `(program_id, created_at, id, business_sector, region, funding_stage, is_approved, ${DESK})`,
  proposals_by_sector: `(business_sector, created_at, id, region, funding_stage, is_approved, program_id, ${DESK})`,
  proposals_by_region: `(region, created_at, id, business_sector, funding_stage, is_approved, program_id, ${DESK})`,
  proposals_by_stage: `(funding_stage, created_at, id, business_sector, region, is_approved, program_id, ${DESK})`,
  proposals_by_status: `(is_approved, created_at, id, business_sector, region, funding_stage, program_id, ${DESK})`,
  proposals_by_name: `(business_name_key, created_at, id, ${REST}, ${DESK})`,
  proposals_by_applicant: `(applicant_first_name_key, applicant_last_name_key, user_id, created_at, id, ${REST}, ${DESK})`,
  proposals_by_words: `(created_at, id, search_text, applicant_text, ${REST}, ${DESK})`,
  proposals_by_decision: `(decision, created_at, id, ${REST}, assigned_to, flagged)`,
  proposals_by_assignee: `(assigned_to, created_at, id, ${REST}, decision, flagged)`,
  proposals_by_flag: `(flagged, created_at, id, ${REST}, decision, assigned_to)`,
  // In the order in which the summary counts.
  proposals_by_facts:
    '(program_id, decision, funding_stage, business_sector, region, flagged, assigned_to, created_at, is_approved)',
};
const NEW = ['decision', 'assignee', 'flag', 'facts'].map((name) => `proposals_by_${name}`);

/**
 * For writers that only know approval, such as an older release beside this one: sets the decision.
 */
const SQLITE_TRIGGERS = [
  `create trigger proposals_approved_insert after insert on proposals when new.is_approved <> (new.decision = 'approved') begin
    update proposals set decision = case when new.is_approved then 'approved' else 'undecided' end where id = new.id; end`,
  `create trigger proposals_approved_update after update of is_approved on proposals when new.is_approved <> (new.decision = 'approved') begin
    update proposals set decision = case when new.is_approved then 'approved' else 'undecided' end where id = new.id; end`,
];
const POSTGRES_TRIGGERS = [
  `create function proposals_follow_approval() returns trigger language plpgsql as $$ begin
    if new.is_approved <> (new.decision = 'approved') then
      new.decision := case when new.is_approved then 'approved' else 'undecided' end;
    end if;
    return new; end $$`,
  `create trigger proposals_approved before insert or update of is_approved on proposals
    for each row execute function proposals_follow_approval()`,
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The time limit of requests would abort work that takes minutes on a large database.
  if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
  const dropped = Object.keys(INDEXES).filter((name) => !NEW.includes(name));
  for (const statement of [
    ...columns(engine),
    ...TABLES,
    ...dropped.map((name) => `drop index ${name}`),
    ...Object.entries(INDEXES).map(([name, on]) => `create index ${name} on proposals ${on}`),
    ...(engine === 'postgres' ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS),
  ])
    await sql.raw(statement).execute(db);
}
