import { sql, type SqlBool } from 'kysely';
import { DAY_MS } from '#domain/constants.ts';
import { startOfDay } from '#domain/dates.ts';
import type { ListProgramsQuery } from '#domain/programs/schema.ts';
import { readPage, type Filter } from '../db/lists.ts';
import { lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { isUnannounced } from '../proposals/review-store.ts';

export const programs = table('programs');

export type Scope = 'public' | 'all';

const COLUMNS = [
  ...(['id', 'title', 'description', 'rich_text_mark', 'sector', 'deadline_date'] as const),
  ...(['opens_at', 'is_public', 'amount_text', 'decision_by', 'announces'] as const),
  ...(['announce_at', 'created_at', 'updated_at', 'version'] as const),
  ...(['ended_at', 'retention_months', 'delete_at', 'deleting_at', 'deleted_at'] as const),
] as const;

/** Of a program whose season has not ended. */
export const RUNNING = {
  ...{ ended_at: null, retention_months: null, delete_at: null },
  ...{ deleting_at: null, deleted_at: null },
} as const;

export type ProgramRow = Pick<Row<'programs'>, (typeof COLUMNS)[number]>;

/** `extended`: the programs for which the asking applicant has more time now. */
type OpenCondition = { now: Date; extended: string[] };

export async function listPrograms(
  db: Db,
  scope: Scope,
  { sector, open, extended, ...query }: ListProgramsQuery,
  asked: OpenCondition,
) {
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

const programOf = (db: Executor, id: string) =>
  db.selectFrom('programs').select(COLUMNS).where('id', '=', id);

export async function findProgram(db: Executor, scope: Scope, id: string) {
  const query = programOf(db, id);
  return (scope === 'all' ? query : query.where('is_public', '=', true)).executeTakeFirst();
}

export const hasProgram = (db: Executor, id: string) => programs.has(db, { id });

export const lockProgram = (tx: Executor, id: string) =>
  lockRowsOn(tx, programOf(tx, id)).executeTakeFirst();

const rounds = table('rounds');

/** With the drafts of its rounds; rounds that were opened keep it. */
export async function deleteProgram(tx: Executor, id: string) {
  await rounds.remove(tx, { program_id: id, state: 'draft' });
  await programs.remove(tx, { id });
}

export const hasProposals = (db: Executor, program_id: string) =>
  table('proposals').has(db, { program_id });

/** When a public page next changes without a write: a program opens or closes, or a day ends. */
export async function nextPublicChangeAt(db: Executor, now: Date) {
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

const unannounced = (db: Executor, programId: string) =>
  db.selectFrom('proposals').where('program_id', '=', programId).where(isUnannounced);

export async function hasUnannounced(db: Executor, programId: string) {
  return (await unannounced(db, programId).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** How many proposals of each program have something to announce; programs without are left out. */
export async function countUnannouncedByProgram(db: Executor) {
  const rows = await db
    .selectFrom('proposals')
    .select((eb) => ['program_id', eb.fn.countAll<number>().as('total')])
    .where(isUnannounced)
    .groupBy('program_id')
    .execute();
  return new Map(rows.map(({ program_id, total }) => [program_id, Number(total)]));
}

export async function lockUnannounced(tx: Executor, programId: string) {
  const query = unannounced(tx, programId).select('id').orderBy('id');
  return (await lockRowsOn(tx, query).execute()).map(({ id }) => id);
}

/** What would become visible, by decision; `isNew`: another decision than was announced. */
export const countUnannounced = (db: Executor, programId: string) =>
  unannounced(db, programId)
    .select([
      'decision',
      sql<boolean>`decision <> announced_decision`.as('isNew'),
      (eb) => eb.fn.countAll<number>().as('total'),
    ])
    .groupBy(['decision', sql`decision <> announced_decision`])
    .execute();

export const countUndecided = (db: Executor, program_id: string) =>
  table('proposals').count(db, { program_id, decision: 'undecided' });

/** Cancels automatic announcements that are pending. */
export async function holdBack(tx: Executor, programId: string) {
  const query = tx.updateTable('proposals').set({ announce_at: null });
  await query.where('program_id', '=', programId).where('announce_at', 'is not', null).execute();
}

/** Drafts of rounds included. */
export const hasRounds = (db: Executor, program_id: string) => rounds.has(db, { program_id });

export async function nextPlannedAt(db: Executor) {
  const query = db
    .selectFrom('programs')
    .select('announce_at')
    .where('announce_at', 'is not', null);
  return (await query.orderBy('announce_at').limit(1).executeTakeFirst())?.announce_at ?? undefined;
}

export async function listDue(db: Executor, now: Date) {
  const query = db.selectFrom('programs').select('id').where('announce_at', '<=', now);
  return (await query.orderBy('announce_at').execute()).map(({ id }) => id);
}
