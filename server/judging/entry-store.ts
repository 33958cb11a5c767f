/** Every SQL statement about the entries of rounds and the proposals that may become some. */
import type { EntriesTable } from '../db/judging-tables.ts';
import { isOnPostgres, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import { raiseVersion } from '../db/versions.ts';
import { sql } from 'kysely';

/** Rows that one statement takes. */
const BATCH = 400;

const candidates = (db: Executor) =>
  db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['proposals.id', 'business_name', 'business_website', 'business_location'])
    .select(['proposals.region', 'receipt_number', 'business_sector', 'proposals.version'])
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.phone_number'])
    .orderBy('proposals.id');
export type Candidate = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number];

/** Complete, undecided proposals of the program. */
export const listUndecided = (db: Executor, programId: string): Promise<Candidate[]> =>
  candidates(db).where('program_id', '=', programId).where('decision', '=', 'undecided').execute();

/** The same for those that were selected in these rounds. */
export async function listSelected(db: Executor, roundIds: string[]): Promise<Candidate[]> {
  if (roundIds.length === 0) return [];
  return candidates(db)
    .innerJoin('entries', 'entries.proposal_id', 'proposals.id')
    .where('entries.round_id', 'in', roundIds)
    .where('entries.outcome', '=', 'selected')
    .where('entries.state', '=', 'in')
    .where('decision', '=', 'undecided')
    .execute();
}

export async function listWaitingReceipts(db: Executor, programId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('number')
    .where('program_id', '=', programId)
    .where('state', '=', 'waiting_for_documents')
    .execute();
  return rows.map(({ number }) => number);
}

export async function insertEntries(
  tx: Executor,
  rows: (Omit<EntriesTable, 'created_at'> & { created_at: Date })[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH)
    await insertRows(tx, 'entries', rows.slice(at, at + BATCH));
}

const entries = (db: Executor) =>
  db
    .selectFrom('entries')
    .leftJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .selectAll('entries')
    .select(['proposals.business_name', 'proposals.business_sector'])
    .select('proposals.business_location');
export type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

export const listEntries = (db: Executor, roundId: string): Promise<EntryRow[]> =>
  entries(db).where('entries.round_id', '=', roundId).orderBy('entries.code').execute();

export const findEntry = (
  db: Executor,
  roundId: string,
  proposalId: string,
): Promise<EntryRow | undefined> =>
  entries(db)
    .where('entries.round_id', '=', roundId)
    .where('entries.proposal_id', '=', proposalId)
    .executeTakeFirst();

/** The public record counts entries. */
export async function changeEntry(
  tx: Executor,
  id: string,
  changes: Partial<EntriesTable>,
): Promise<void> {
  await raiseVersion(tx, 'public');
  await tx.updateTable('entries').set(changes).where('id', '=', id).execute();
}

/** Those whose account was closed while the results were sealed. */
export async function withdrawErased(tx: Executor, roundId: string): Promise<void> {
  await tx
    .updateTable('entries')
    .set({ state: 'withdrawn', reason: null, outcome: null, outcome_reason: null })
    .where('round_id', '=', roundId)
    .where('proposal_id', 'is', null)
    .execute();
}

type Result = Pick<EntriesTable, 'id' | 'outcome' | 'outcome_reason' | 'funding_stage' | 'amount'> &
  Pick<EntriesTable, 'rank' | 'score'>;

/** Writes outcomes, ranks and scores of many entries in one statement. */
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

export async function listRedactions(db: Executor, roundId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('redactions')
    .selectAll()
    .where('round_id', '=', roundId)
    .execute();
  return new Map(rows.map(({ proposal_id, text }) => [proposal_id, text]));
}

export async function setRedaction(
  tx: Executor,
  row: { round_id: string; proposal_id: string; text: string | null },
): Promise<void> {
  await tx
    .deleteFrom('redactions')
    .where('round_id', '=', row.round_id)
    .where('proposal_id', '=', row.proposal_id)
    .execute();
  if (row.text !== null)
    await tx
      .insertInto('redactions')
      .values({ ...row, text: row.text })
      .execute();
}

/** Proposals that are in a round of this judge that is still open. */
export async function listEntriesOpen(db: Executor, judgeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .innerJoin('round_judges', 'round_judges.round_id', 'rounds.id')
    .select('entries.proposal_id')
    .distinct()
    .where('round_judges.judge_id', '=', judgeId)
    .where('rounds.state', '=', 'open')
    .where('entries.proposal_id', 'is not', null)
    .execute();
  return rows.map(({ proposal_id }) => proposal_id!);
}

/** The same facts as of candidates, for proposals by id. */
export const listEntryCandidates = async (db: Executor, ids: string[]): Promise<Candidate[]> =>
  ids.length === 0 ? [] : candidates(db).where('proposals.id', 'in', ids).execute();
