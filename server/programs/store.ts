/** Every SQL statement about programs. */
import { sql } from 'kysely';
import type { ListProgramsQuery } from '#domain/programs/schema.ts';
import { daysUntil, startOfDay } from '#domain/dates.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import type { ProgramsTable } from '../db/tables.ts';
import { matchesWords } from '../db/search.ts';

export type ProgramRow = Omit<ProgramsTable, 'search_text'>;

const COLUMNS = ['id', 'title', 'description', 'sector', 'deadline_date', 'created_at', 'updated_at', 'version'] as const;

function matching(db: Executor, filters: ListProgramsQuery, now: Date) {
  let query = db.selectFrom('programs');
  if (filters.sector) query = query.where('sector', '=', filters.sector);
  if (filters.open !== undefined) query = query.where('deadline_date', filters.open ? '>' : '<=', now);
  for (const condition of matchesWords(sql.ref('search_text'), filters.q)) query = query.where(condition);
  return query;
}

export async function listPrograms(db: Executor, filters: ListProgramsQuery, now: Date): Promise<{ rows: ProgramRow[]; total: number }> {
  const direction = filters.sort.startsWith('-') ? 'desc' : 'asc';
  const column = filters.sort.replace(/^-/, '') as 'title';
  const query = matching(db, filters, now);
  const rows = await query.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).limit(filters.limit).offset(filters.skip).execute();
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findProgram(db: Executor, id: string): Promise<ProgramRow | undefined> {
  return db.selectFrom('programs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Holds the row until the transaction ends, so that the version compared is the one changed. */
export async function lockProgram(db: Db, tx: Executor, id: string): Promise<ProgramRow | undefined> {
  return lockRows(db, tx.selectFrom('programs').select(COLUMNS).where('id', '=', id)).executeTakeFirst();
}

export async function insertProgram(db: Executor, row: ProgramsTable): Promise<void> {
  await db.insertInto('programs').values(row).execute();
}

export async function changeProgram(db: Executor, id: string, changes: Partial<ProgramsTable>): Promise<void> {
  await db.updateTable('programs').set(changes).where('id', '=', id).execute();
}

export async function deleteProgram(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('programs').where('id', '=', id).execute();
}

export async function hasProposals(db: Executor, id: string): Promise<boolean> {
  const row = await db.selectFrom('proposals').select('id').where('program_id', '=', id).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** When a public page could next look different without a write: a deadline passes, or a day ends. */
export async function nextPublicTurn(db: Executor, now: Date): Promise<Date> {
  const midnight = new Date(startOfDay(now).getTime() + 86_400_000);
  const next = await db.selectFrom('programs').select('deadline_date').where('deadline_date', '>', now).orderBy('deadline_date').limit(1).executeTakeFirst();
  return next && daysUntil(next.deadline_date, now) === 0 ? next.deadline_date : midnight;
}
