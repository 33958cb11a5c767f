/** The lists of a season's archive: of which tables, whose rows and which columns. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Executor } from '../db/open.ts';
import { batchesOf } from '../db/table.ts';

type Row = Record<string, unknown>;
type Rows = SelectQueryBuilder<any, any, Row>;
/** `key`: what tells its rows apart, in their order; all of it is among the columns. */
type List = { key: string; rows: (db: Executor, programId: string) => Rows };

const proposalsOf = (db: Executor, programId: string) =>
  db.selectFrom('proposals').select('id').where('program_id', '=', programId);
const roundsOf = (db: Executor, programId: string) =>
  db.selectFrom('rounds').select('id').where('program_id', '=', programId);
const entriesOf = (db: Executor, programId: string) =>
  db.selectFrom('entries').select('id').where('round_id', 'in', roundsOf(db, programId));
const reviewsOf = (db: Executor, programId: string) =>
  db.selectFrom('judge_reviews').select('id').where('round_id', 'in', roundsOf(db, programId));

const conflictsOf = (db: Executor, programId: string) =>
  db.selectFrom('conflicts').select('id').where('proposal_id', 'in', proposalsOf(db, programId));
/** The log names what it is about by texts. */
const asText = sql<string>`cast(subjects.id as text)`.as('id');

/** Rows of a table that belong to the program's proposals, or to its rounds. */
const ofProposals = (table: string, columns: string, key: string): List => ({
  key,
  // Kysely cannot follow a table whose name is a parameter, so one stands in for all.
  rows: (db, programId) =>
    rowsOf(db, table, columns).where('proposal_id', 'in', proposalsOf(db, programId)) as Rows,
});
const ofRounds = (table: string, columns: string, key: string): List => ({
  key,
  rows: (db, programId) =>
    rowsOf(db, table, columns).where('round_id' as 'id', 'in', roundsOf(db, programId)) as Rows,
});
const ofProgram = (table: string, columns: string, key: string, column = 'program_id'): List => ({
  key,
  rows: (db, programId) => rowsOf(db, table, columns).where(column as 'id', '=', programId) as Rows,
});

const rowsOf = (db: Executor, table: string, columns: string) =>
  db.selectFrom(table as 'messages').select(columns.split(' ') as 'id'[]);

/** By the name of the file. Nothing of it is a secret, and nobody's account is in it. */
export const LISTS: Record<string, List> = {
  program: ofProgram(
    'programs',
    'id title description sector opens_at deadline_date decision_by amount_text announces created_at ended_at delete_at retention_months',
    'id',
    'id',
  ),
  questions: ofProgram('questions', 'id place is_retired definition', 'place id'),
  proposals: {
    key: 'received_at proposals.id',
    rows: (db, programId) =>
      db
        .selectFrom('proposals')
        .innerJoin('users', 'users.id', 'proposals.user_id')
        .leftJoin('users as assignee', 'assignee.id', 'proposals.assigned_to')
        .leftJoin('users as decider', 'decider.id', 'proposals.decided_by')
        .select(['proposals.id', 'receipt_number', 'received_at', 'completed_at', 'business_name'])
        .select(['business_location', 'business_website', 'business_description'])
        .select(['business_sector', 'proposals.region', 'funding_stage', 'decision'])
        .select(['decline_reason', 'decided_at', 'flagged', 'on_behalf', 'user_id'])
        .select(['users.first_name', 'users.last_name', 'users.email', 'users.phone_number'])
        .select('users.city')
        .select(['users.digital_address', 'withdrawn_at', 'withdrawn_by', 'withdrawal_reason'])
        .select([
          sql<string>`decider.first_name || ' ' || decider.last_name`.as('decided_by'),
          sql<string>`assignee.first_name || ' ' || assignee.last_name`.as('assigned_to'),
        ])
        .where('proposals.program_id', '=', programId) as Rows,
  },
  answers: ofProposals(
    'answers',
    'proposal_id question_id place kind label value',
    'proposal_id place question_id',
  ),
  documents: ofProposals(
    'documents',
    'proposal_id kind key size sha256 pages markers created_at scanned_at threat',
    'proposal_id kind',
  ),
  announcements: ofProposals(
    'announcements',
    'id proposal_id at decision decline_reason funding_stage',
    'at id',
  ),
  receipts: ofProgram(
    'receipts',
    'number user_id proposal_id program_title state received_at completed_at on_behalf documents content_sha256 signature key_id replaced_by',
    'received_at number',
  ),
  messages: ofProposals('messages', 'id proposal_id at side author_id text read_at', 'at id'),
  requests: ofProposals(
    'change_requests',
    'id proposal_id text fields due_at state created_at answered_at author_id',
    'created_at id',
  ),
  versions: ofProposals(
    'proposal_versions',
    'proposal_id version at because business_name business_location business_website business_description answers receipt_number',
    'proposal_id version',
  ),
  version_documents: ofProposals(
    'version_documents',
    'proposal_id version kind key size sha256',
    'proposal_id version kind',
  ),
  members: ofProposals(
    'members',
    'id proposal_id user_id email invited_at expires_at accepted_at',
    'proposal_id invited_at id',
  ),
  notes: ofProposals(
    'proposal_notes',
    'id proposal_id author_id text created_at updated_at',
    'created_at id',
  ),
  extensions: ofProgram(
    'extensions',
    'id user_id extended_until reason author_id created_at',
    'created_at id',
  ),
  rounds: ofProgram(
    'rounds',
    'id name position kind state is_final regions places is_blind shows_documents reviews_per_proposal spares_own_region comments near_points near_ties closes_at date venue minutes sessions decline_text selected_text criteria rubric_sha256 changes reopened corrections opened_at closed_at released_at',
    'position id',
  ),
  judges: {
    key: 'round_judges.round_id users.id',
    rows: (db, programId) =>
      db
        .selectFrom('round_judges')
        .innerJoin('users', 'users.id', 'round_judges.judge_id')
        .select(['round_judges.round_id', 'users.id', 'users.first_name', 'users.last_name'])
        .where('round_judges.round_id', 'in', roundsOf(db, programId)) as Rows,
  },
  entries: ofRounds(
    'entries',
    'id round_id proposal_id code key region state reason place outcome outcome_reason funding_stage amount rank score',
    'round_id code id',
  ),
  reviews: ofRounds(
    'judge_reviews',
    'id round_id entry_id judge_id state revision submitted_at scores strength next_step note is_hidden reason',
    'round_id id',
  ),
  conflicts: ofProposals(
    'conflicts',
    'id judge_id proposal_id origin kind state reason created_at',
    'created_at id',
  ),
  seals: ofRounds(
    'seals',
    'id round_id sha256 bytes sealed_at withdrawn_at reason',
    'round_id sealed_at id',
  ),
};

/** By key, so that a page costs what it holds, and none is missed while others are deleted. */
export async function* pagesOf(db: Executor, programId: string, { key, rows }: List, size: number) {
  const columns = key.split(' ');
  const all = columns.reduce((query, column) => query.orderBy(column), rows(db, programId));
  for (let page: Row[] = [], isFirst = true; isFirst || page.length === size; isFirst = false) {
    const last = page.at(-1);
    const after = columns.map((column) => last?.[column.split('.').at(-1)!]);
    const isAfter = sql<SqlBool>`(${sql.join(columns.map((one) => sql.ref(one)))}) > (${sql.join(after)})`;
    page = await (last ? all.where(isAfter) : all).limit(size).execute();
    if (page.length > 0) yield page;
    await yieldToEventLoop();
  }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const AUDITED = ['id', 'at', 'actor_id', 'actor_name', 'action', 'subject', 'subject_id'] as const;

/** The log has many entries, which no index keeps in this order: they are chosen once. */
export async function* auditOf(db: Executor, programId: string, batch: number) {
  const subjects = [proposalsOf, roundsOf, entriesOf, reviewsOf, conflictsOf].map((of) =>
    db.selectFrom(of(db, programId).as('subjects')).select(asText).execute(),
  );
  const ids = [programId, ...idsOf((await Promise.all(subjects)).flat())];
  const found = [];
  for (const some of batchesOf(ids))
    found.push(
      ...(await db
        .selectFrom('audit_log')
        .select(['id', 'at'])
        .where('subject_id', 'in', some)
        .execute()),
    );
  found.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
  for (const some of batchesOf(found, batch))
    yield await db
      .selectFrom('audit_log')
      .select([...AUDITED, 'changes'])
      .where('id', 'in', idsOf(some))
      .orderBy('at')
      .orderBy('id')
      .execute();
}
