/**
 * What applicants know of a decision is stored apart from the decision itself, and so is when they
 * hear of it; their timelines are read from what was announced.
 */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { toFieldChanges, type FieldChange } from '../changes.ts';

type Engine = 'sqlite' | 'postgres';

const fixed = (engine: Engine): string => (engine === 'postgres' ? 'text collate "C"' : 'text');

const statements = (engine: Engine): string[] => [
  `alter table proposals add column announced_decision ${fixed(engine)} not null default 'undecided'`,
  // Always agrees with it.
  'alter table proposals add column announced_approved boolean not null default false',
  'alter table proposals add column announced_reason text',
  `alter table proposals add column announced_stage ${fixed(engine)} not null default 'PENDING_FUNDING'`,
  // When what differs from it becomes known; null: nothing waits for a moment.
  'alter table proposals add column announce_at timestamptz',
  // The admin's own text for that mail.
  'alter table proposals add column mail_text text',
  `update proposals set announced_decision = decision, announced_approved = is_approved,
    announced_reason = decline_reason, announced_stage = funding_stage`,
  'create index proposals_to_announce on proposals (announce_at) where announce_at is not null',
  `create table announcements (
    id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
    at timestamptz not null, decision ${fixed(engine)} not null, decline_reason text,
    funding_stage ${fixed(engine)} not null)`,
  'create index announcements_by_proposal on announcements (proposal_id, at, id)',
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The time limit of requests would abort work that takes minutes on a large database.
  if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
  for (const statement of statements(engine)) await sql.raw(statement).execute(db);
  await convertLog(db);
}

/** Proposals whose log is read together. */
const BATCH = 200;

type State = { decision: string; decline_reason: string | null; funding_stage: string };
type Subject = State & { id: string };
type Entry = { subject_id: string; at: Date; changes: unknown };
type Announcement = State & { proposal_id: string; at: Date };

const REVIEWED = ['decision', 'is_approved', 'decline_reason', 'funding_stage'];
/** The first entry repeats all fields of a proposal. */
const isBeginning = sql`(action like '%.submit' or action like '%.create' or action like '%.complete')`;

/** Until now, applicants knew everything that the log tells about their proposals. */
async function convertLog(db: Kysely<unknown>): Promise<void> {
  for (let last: string | undefined; ;) {
    const after = last === undefined ? sql`` : sql`where id > ${last}`;
    const { rows: subjects } = await sql<Subject>`
      select id, decision, decline_reason, funding_stage from proposals ${after}
      order by id limit ${BATCH}`.execute(db);
    if (subjects.length === 0) return;
    last = subjects.at(-1)!.id;
    const { rows: entries } = await sql<Entry>`
      select subject_id, at, changes from audit_log
      where subject = 'proposal' and not ${isBeginning}
        and subject_id in (${sql.join(subjects.map(({ id }) => id))})
      order by at, id`.execute(db);
    for (const subject of subjects) await insertAll(db, announcedOf(subject, entries));
  }
}

function announcedOf(subject: Subject, entries: Entry[]): Announcement[] {
  const own = entries
    .filter(({ subject_id }) => subject_id === subject.id)
    .map(({ at, changes }) => ({ at, changes: toFieldChanges(read(changes)).filter(isReviewed) }))
    .filter(({ changes }) => changes.length > 0);
  let state: State = {
    decision: 'undecided',
    decline_reason: null,
    funding_stage: 'PENDING_FUNDING',
  };
  return own.map(({ at, changes }, place) => {
    const isLast = place === own.length - 1;
    const { decision, decline_reason, funding_stage } = subject;
    state = isLast ? { decision, decline_reason, funding_stage } : after(state, changes, subject);
    return { proposal_id: subject.id, at, ...state };
  });
}

const read = (changes: unknown): unknown =>
  typeof changes === 'string' ? JSON.parse(changes) : changes;

const isReviewed = ({ field }: FieldChange): boolean => REVIEWED.includes(field);

/** A long reason is logged as its digest only: it is the current one, or unknown. */
function after(state: State, changes: FieldChange[], current: Subject): State {
  const to = (name: string): unknown => changes.find(({ field }) => field === name)?.after;
  const byApproval = new Map<unknown, string>([
    [true, 'approved'],
    [false, 'undecided'],
  ]).get(to('is_approved'));
  const decision = String(to('decision') ?? byApproval ?? state.decision);
  const reason = to('decline_reason') ?? state.decline_reason;
  const declined = typeof reason === 'string' ? reason : current.decline_reason;
  return {
    decision,
    decline_reason: decision === 'declined' ? declined : null,
    funding_stage: String(to('funding_stage') ?? state.funding_stage),
  };
}

async function insertAll(db: Kysely<unknown>, rows: Announcement[]): Promise<void> {
  for (const { proposal_id, at, decision, decline_reason, funding_stage } of rows)
    await sql`
      insert into announcements (id, proposal_id, at, decision, decline_reason, funding_stage)
      values (${randomUUID()}, ${proposal_id}, ${at}, ${decision}, ${decline_reason}, ${funding_stage})`.execute(
      db,
    );
}
