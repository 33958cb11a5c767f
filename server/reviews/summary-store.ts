import { sql, type Expression, type SqlBool } from 'kysely';
import { STANDINGS, type Decision, type Standing } from '#domain/proposals/decision-rules.ts';
import { where } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { isUnannounced } from '../proposals/review-store.ts';
import type { Source } from '../proposals/list-store.ts';

/** In the order of the index that counts them. */
const COLUMNS = ['program_id', 'decision', 'funding_stage', 'business_sector', 'region'] as const;

export type Fact = Pick<Row<'proposals'>, (typeof COLUMNS)[number]> & { count: number };
export type OfPerson = { person: string; decision: Standing; count: number };
export type Day = { date: string; count: number };

export async function countFacts(db: Executor, source: Source) {
  const columns = sql.join(COLUMNS.map((column) => sql.ref(`proposals.${column}`)));
  const { rows } = await sql<Fact>`
    select ${columns}, count(*) as count from ${source.from} ${where(source.conditions)}
    group by ${columns}`.execute(db);
  return rows;
}

const narrowed = (source: Source, condition: Expression<SqlBool>) => ({
  ...source,
  conditions: [condition, ...source.conditions],
});

/**
 * Proposals per assignee, or per decider: counted along their index. By decision as well, all of them
 * would be sorted.
 */
export async function countByPerson(
  { engine, read }: Db,
  source: Source,
  role: 'assigned_to' | 'decided_by',
) {
  const person = sql.ref(`proposals.${role}`);
  // SQLite only uses the index for a comparison.
  const hasOne = sql<SqlBool>`${person} ${sql.raw(engine === 'sqlite' ? "> ''" : 'is not null')}`;
  const { from, conditions } = narrowed(source, hasOne);
  const counts = STANDINGS.map(
    (one) => sql`count(*) filter (where proposals.decision = ${sql.lit(one)}) as ${sql.id(one)}`,
  );
  const { rows } = await sql<Record<Standing, number> & { person: string }>`
    select ${person} as person, ${sql.join(counts)} from ${from}
    ${where(conditions)} group by ${person}`.execute(read);
  return rows.flatMap(({ person: id, ...of }) =>
    STANDINGS.map((decision): OfPerson => ({ person: id, decision, count: of[decision] })),
  );
}

export async function countFlagged(db: Executor, source: Source) {
  const { from, conditions } = narrowed(source, sql<SqlBool>`proposals.flagged = ${true}`);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${from} ${where(conditions)}`.execute(db);
  return rows[0]!.count;
}

type OfDecision = { decision: Decision; count: number };

/** By program too, as the index that finds them is ordered. */
export async function countUnannounced(db: Executor, source: Source): Promise<OfDecision[]> {
  const { from, conditions } = narrowed(source, isUnannounced);
  const { rows } = await sql<OfDecision>`
    select proposals.decision, count(*) as count from ${from} ${where(conditions)}
    group by proposals.program_id, proposals.decision`.execute(db);
  return rows;
}

/** What released rounds have decided without an admin, and what final ones grant, in cedis. */
export async function countRounds(db: Executor, { from, conditions }: Source) {
  // Each proposal once: the round that was released last has decided it.
  const last = sql<SqlBool>`entries.outcome is not null and rounds.released_at is not null
    and not exists (select 1 from entries as later join rounds as next on next.id = later.round_id
      where later.proposal_id = entries.proposal_id and later.outcome is not null
      and next.released_at is not null and next.position > rounds.position)`;
  const { rows } = await sql<OfDecision & { amount: number | null }>`
    select proposals.decision,
      sum(case when proposals.decided_by is null then 1 else 0 end) as count,
      sum(case when proposals.decision = 'approved' then entries.amount end) as amount
    from ${from} join entries on entries.proposal_id = proposals.id
    join rounds on rounds.id = entries.round_id
    ${where([...conditions, last])}
    group by proposals.decision`.execute(db);
  const of = (decision: Decision) => rows.find((row) => row.decision === decision);
  return {
    approved: Number(of('approved')?.count ?? 0),
    declined: Number(of('declined')?.count ?? 0),
    amount: Number(of('approved')?.amount ?? 0),
  };
}

export async function countByLabel(db: Executor, { from, conditions }: Source) {
  const pinned =
    conditions.length === 0
      ? sql`proposal_labels`
      : sql`${from} join proposal_labels on proposal_labels.proposal_id = proposals.id
        ${where(conditions)}`;
  const { rows } = await sql<{ id: string; count: number }>`
    select proposal_labels.label_id as id, count(*) as count from ${pinned}
    group by proposal_labels.label_id`.execute(db);
  return rows;
}

/** Proposals received per day, in any order. */
export const countDays = (db: Db, source: Source) =>
  db.engine === 'sqlite' && source.conditions.length === 0
    ? countAllDays(db.read)
    : countByTime(db, source, { pattern: 'YYYY-MM-DD', length: 10 });

/** From day to day along the index: SQLite would sort all rows to group them. */
async function countAllDays(read: Executor): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with recursive days(day) as (select substr(min(created_at), 1, 10) from proposals
      union all select (select substr(min(created_at), 1, 10) from proposals
        where created_at >= date(day, '+1 day')) from days where day is not null)
    select day as date, (select count(*) from proposals
      where created_at >= day and created_at < date(day, '+1 day')) as count
    from days where day is not null`.execute(read);
  return rows;
}

export const countHours = (db: Db, source: Source) =>
  countByTime(db, source, { pattern: 'YYYY-MM-DD"T"HH24', length: 13 });

async function countByTime(
  { engine, read }: Db,
  source: Source,
  { pattern, length }: { pattern: string; length: number },
) {
  const date =
    engine === 'postgres'
      ? sql`to_char(proposals.created_at at time zone 'UTC', ${sql.lit(pattern)})`
      : sql`substr(proposals.created_at, 1, ${sql.lit(length)})`;
  const { rows } = await sql<Day>`
    select ${date} as date, count(*) as count from ${source.from} ${where(source.conditions)}
    group by 1`.execute(read);
  return rows;
}

export async function listTitles(db: Executor) {
  const rows = await db.selectFrom('programs').select(['id', 'title']).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function listPeople(db: Executor, ids: string[]) {
  const rows = ids.length === 0 ? [] : await table('users').ofIds(db, ids);
  return new Map(
    rows.map(({ id, first_name, last_name, email }) => [
      id,
      { name: `${first_name} ${last_name}`, email: email ?? '' },
    ]),
  );
}
