/** Every SQL statement about programs. */
import type { ListProgramsQuery } from '#domain/programs/schema.ts';
import { startOfDay } from '#domain/dates.ts';
import { DAY_MS } from '#domain/durations.ts';
import { sql, type SqlBool } from 'kysely';
import { readPage, type Filter } from '../db/lists.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { rowsOf } from '../db/statement.ts';
import type { OpeningColumns } from '../db/question-tables.ts';
import type { AnnouncingColumns } from '../db/review-tables.ts';
import type { ProgramsTable, RichTextMark } from '../db/tables.ts';

export type ProgramRow = Omit<ProgramsTable, 'search_text'> &
  RichTextMark &
  OpeningColumns &
  AnnouncingColumns;

/** Which programs a query may see. */
export type Scope = 'public' | 'all';

const COLUMNS = [
  'id',
  'title',
  'description',
  'rich_text_mark',
  'sector',
  'deadline_date',
  'opens_at',
  'is_public',
  'amount_text',
  'decision_by',
  'announces',
  'announce_at',
  'created_at',
  'updated_at',
  'version',
] as const;

/** `extended`: the programs for which the asking applicant has more time now. */
type OpenCondition = { now: Date; extended: string[] };

export async function listPrograms(
  db: Db,
  scope: Scope,
  { sector, open, extended, ...query }: ListProgramsQuery,
  asked: OpenCondition,
): Promise<{ rows: ProgramRow[]; total: number }> {
  const filters: Filter[] = [
    { column: 'sector', value: sector },
    { column: 'is_public', value: scope === 'public' ? true : undefined },
  ];
  const conditions = [
    ...(open === undefined ? [] : [takesSubmissions(asked, open)]),
    ...(extended === undefined ? [] : [isExtended(asked, extended)]),
  ];
  return readPage(db, { table: 'programs', filters, conditions, ...query }, (ids) =>
    programsOf(db.read, ids),
  );
}

function takesSubmissions({ now, extended }: OpenCondition, isTaking: boolean) {
  const closes = sql<SqlBool>`programs.deadline_date > ${now}`;
  const isOpen =
    extended.length === 0
      ? closes
      : sql<SqlBool>`(${closes} or programs.id in (${sql.join(extended)}))`;
  const takes = sql<SqlBool>`(${isOpen}
    and (programs.opens_at is null or programs.opens_at <= ${now}))`;
  return isTaking ? takes : sql<SqlBool>`not ${takes}`;
}

const isExtended = ({ extended }: OpenCondition, wanted: boolean) => {
  const isAmong = extended.length === 0 ? sql`1 = 0` : sql`programs.id in (${sql.join(extended)})`;
  return wanted ? sql<SqlBool>`${isAmong}` : sql<SqlBool>`not ${isAmong}`;
};

const programsOf = rowsOf((db, isAmong) =>
  db.selectFrom('programs').select(COLUMNS).where(isAmong('id')),
);

export async function findProgram(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<ProgramRow | undefined> {
  const query = db.selectFrom('programs').select(COLUMNS).where('id', '=', id);
  return (scope === 'all' ? query : query.where('is_public', '=', true)).executeTakeFirst();
}

export async function hasProgram(db: Executor, id: string): Promise<boolean> {
  const query = db.selectFrom('programs').select('id').where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Locks the row until the transaction ends, so that the version is compared with the row that is
 * changed.
 */
export async function lockProgram(
  db: Db,
  tx: Executor,
  id: string,
): Promise<ProgramRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('programs').select(COLUMNS).where('id', '=', id),
  ).executeTakeFirst();
}

export async function insertProgram(
  db: Executor,
  row: ProgramsTable & RichTextMark & Partial<OpeningColumns & AnnouncingColumns>,
): Promise<void> {
  await db.insertInto('programs').values(withSortKeys('programs', row)).execute();
}

export async function changeProgram(
  db: Executor,
  id: string,
  changes: Partial<ProgramsTable & RichTextMark & OpeningColumns & AnnouncingColumns>,
): Promise<void> {
  await db
    .updateTable('programs')
    .set(withSortKeys('programs', changes))
    .where('id', '=', id)
    .execute();
}

/** Whether a round of the program is open, and its results are not released. */
export async function hasOpenRound(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('rounds')
    .select('id')
    .where('program_id', '=', id)
    .where('state', 'in', ['open', 'closed', 'sealed'])
    .executeTakeFirst();
  return row !== undefined;
}

/** With the drafts of its rounds; rounds that were opened keep it. */
export async function deleteProgram(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('rounds').where('program_id', '=', id).where('state', '=', 'draft').execute();
  await db.deleteFrom('programs').where('id', '=', id).execute();
}

export async function hasProposals(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('proposals')
    .select('id')
    .where('program_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When a public page next changes without a write: a program opens or closes, or a day ends. */
export async function nextPublicChangeAt(db: Executor, now: Date): Promise<Date> {
  const midnight = new Date(startOfDay(now).getTime() + DAY_MS);
  const next = async (column: 'deadline_date' | 'opens_at') => {
    const query = db.selectFrom('programs').select(column).where(column, '>', now);
    return (await query.orderBy(column).limit(1).executeTakeFirst())?.[column as 'deadline_date'];
  };
  const notice = await db.selectFrom('notices').select('until').where('until', '>', now).execute();
  const moments = [
    ...[await next('deadline_date'), await next('opens_at')],
    ...[notice[0]?.until, midnight],
  ];
  return moments.reduce<Date>((one, other) => (other && other < one ? other : one), midnight);
}
