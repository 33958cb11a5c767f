import { sql } from 'kysely';
import { isOnPostgres, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import { batchesOf, table } from '../db/table.ts';
import type { NewRow, Row, RowChanges } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { peopleOf, type Person } from '../members/store.ts';

const candidates = (db: Executor) =>
  db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['proposals.id', 'business_name', 'business_website', 'business_location'])
    .select(['proposals.region', 'receipt_number', 'business_sector', 'proposals.version'])
    .select(['users.first_name', 'users.last_name', 'users.phone_number'])
    .select(['users.email as mailed_to', sql<string>`coalesce(users.email, '')`.as('email')])
    .orderBy('proposals.id');
type Applied = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number];
/** Ties are looked for with everybody who works on it. */
export type Candidate = Applied & { members: Person[] };

async function withPeople(db: Executor, rows: Applied[]): Promise<Candidate[]> {
  const ids = rows.map(({ id }) => id);
  const members = await peopleOf(db, ids);
  return rows.map((row) => ({ ...row, members: members.get(row.id) ?? [] }));
}

/** Complete, undecided proposals of the program. */
export async function listUndecided(db: Executor, programId: string) {
  const rows = candidates(db).where('program_id', '=', programId);
  return withPeople(db, await rows.where('decision', '=', 'undecided').execute());
}

/** The same for those that were selected in these rounds. */
export async function listSelected(db: Executor, roundIds: string[]) {
  if (roundIds.length === 0) return [];
  const rows = candidates(db)
    .innerJoin('entries', 'entries.proposal_id', 'proposals.id')
    .where('entries.round_id', 'in', roundIds)
    .where('entries.outcome', '=', 'selected')
    .where('entries.state', '=', 'in')
    .where('decision', '=', 'undecided');
  return withPeople(db, await rows.execute());
}

/** The same facts for proposals by id. */
export const listEntryCandidates = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : withPeople(db, await candidates(db).where('proposals.id', 'in', ids).execute());

/** With whose they are, and until when. */
export const listWaitingReceipts = (db: Executor, programId: string) =>
  db
    .selectFrom('receipts')
    .leftJoin('users', 'users.id', 'receipts.user_id')
    .select(['number', 'complete_until', 'user_id', 'users.first_name', 'users.last_name'])
    .where('program_id', '=', programId)
    .where('receipts.state', '=', 'waiting_for_documents')
    .orderBy('complete_until')
    .orderBy('number')
    .execute();

export async function insertEntries(tx: Executor, rows: NewRow<'entries'>[]) {
  for (const batch of batchesOf(rows)) await insertRows(tx, 'entries', batch);
}

const entered = (db: Executor) =>
  db
    .selectFrom('entries')
    .leftJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .selectAll('entries')
    .select(['proposals.business_name', 'proposals.business_sector'])
    .select('proposals.business_location');
export type EntryRow = Awaited<ReturnType<ReturnType<typeof entered>['execute']>>[number];

export const listEntries = (db: Executor, roundId: string) =>
  entered(db)
    .where('entries.round_id', '=', roundId)
    .orderBy('entries.place')
    .orderBy('entries.code')
    .execute();

export const findEntry = (db: Executor, roundId: string, proposalId: string) =>
  entered(db)
    .where('entries.round_id', '=', roundId)
    .where('entries.proposal_id', '=', proposalId)
    .executeTakeFirst();

const entries = table('entries');

/** The public record counts entries. */
export async function changeEntry(tx: Executor, id: string, changes: RowChanges<'entries'>) {
  await raiseVersion(tx, 'public');
  await entries.change(tx, { id }, changes);
}

/** An entry that was taken out: what it says of its outcome is gone. */
export const OUT = {
  state: 'withdrawn',
  reason: null,
  outcome: null,
  outcome_reason: null,
} as const;

/** Those whose account was closed while the results were sealed. */
export const withdrawErased = (tx: Executor, round_id: string) =>
  entries.change(tx, { round_id, proposal_id: null }, OUT);

type Result = Pick<
  Row<'entries'>,
  'id' | 'outcome' | 'outcome_reason' | 'funding_stage' | 'amount' | 'rank' | 'score'
>;

export async function writeResults(tx: Executor, results: readonly Result[]): Promise<void> {
  const json = JSON.stringify(results);
  const columns = ['outcome', 'outcome_reason', 'funding_stage', 'amount', 'rank', 'score'];
  const set = sql.raw(columns.map((name) => `${name} = given.${name}`).join(', '));
  const source = isOnPostgres(tx)
    ? sql`jsonb_to_recordset(${json}::jsonb) as given (id uuid, outcome text, outcome_reason text,
        funding_stage text, amount double precision, rank integer, score text)`
    : sql`(select value ->> 'id' as id, value ->> 'outcome' as outcome,
        value ->> 'outcome_reason' as outcome_reason, value ->> 'funding_stage' as funding_stage,
        value ->> 'amount' as amount, value ->> 'rank' as rank, value ->> 'score' as score
        from json_each(${json})) as given`;
  await sql`update entries set ${set} from ${source} where entries.id = given.id`.execute(tx);
}

const redactions = table('redactions');

export async function listRedactions(db: Executor, round_id: string) {
  const rows = await redactions.list(db, { round_id }, []);
  return new Map(rows.map(({ proposal_id, text }) => [proposal_id, text]));
}

type Redacted = { round_id: string; proposal_id: string };

export const findRedaction = (tx: Executor, of: Redacted) => redactions.find(tx, of);

export const setRedaction = (tx: Executor, of: Redacted, text: string | null) =>
  text === null
    ? redactions.remove(tx, of)
    : redactions.put(tx, { ...of, text, is_exact: true }, ['round_id', 'proposal_id']);

export type Marks = { notes: ReadonlyMap<string, number>; duplicates: ReadonlySet<string> };

/**
 * By entry, how many judges left a note for admins; and which share their applicant, phone, name or
 * a document with another one in the round. Others to be compared by eye are in the room.
 */
export async function listMarks(db: Executor, roundId: string, byPhone: boolean): Promise<Marks> {
  const noted = await db
    .selectFrom('judge_reviews')
    .select(['entry_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('round_id', '=', roundId)
    .where('note', '!=', '')
    .groupBy('entry_id')
    .execute();
  const shared = sql.join(
    ['user_id', 'business_name_key', ...(byPhone ? ['phone_number'] : [])].map((name) => {
      const column = sql.ref(name);
      return sql`select entry_id from own where ${column} in
        (select ${column} from own where ${column} <> '' group by ${column} having count(*) > 1)`;
    }),
    sql` union `,
  );
  const { rows } = await sql<{ entry_id: string }>`with own as (
      select e.id as entry_id, p.id, p.business_name_key, u.phone_number,
        cast(p.user_id as text) as user_id
      from entries e join proposals p on p.id = e.proposal_id join users u on u.id = p.user_id
      where e.round_id = ${roundId} and e.state = 'in'
    ), files as (
      select distinct own.entry_id, d.sha256 from own join documents d on d.proposal_id = own.id
    )
    ${shared} union select entry_id from files where sha256 in
      (select sha256 from files group by sha256 having count(*) > 1)`.execute(db);
  return {
    notes: new Map(noted.map(({ entry_id, count }) => [entry_id, Number(count)])),
    duplicates: new Set(rows.map(({ entry_id }) => entry_id)),
  };
}

/** What stands beside one entry of a ranking. */
export const marksOf = ({ notes, duplicates }: Marks, id: string) => ({
  notes: notes.get(id) ?? 0,
  has_duplicate: duplicates.has(id),
});
