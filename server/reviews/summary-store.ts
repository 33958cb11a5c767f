/** Every SQL statement that counts proposals by their fields. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Decision } from '#domain/proposals/decision-rules.ts';
import type { FundingStage } from '#domain/proposals/rules.ts';
import type { Sector } from '#domain/sectors.ts';
import { where } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Source } from '../proposals/list-store.ts';

/** In the order of the index that counts them. */
const COLUMNS = ['program_id', 'decision', 'funding_stage', 'business_sector', 'region'] as const;

export type Fact = {
  program_id: string;
  decision: Decision;
  funding_stage: FundingStage;
  business_sector: Sector;
  region: string;
  count: number;
};
/** The proposals of an assignee or of a decider. */
export type OfPerson = { person: string; decision: Decision; count: number };
export type Day = { date: string; count: number };

/** The number of proposals per combination. */
export async function countFacts(db: Executor, source: Source): Promise<Fact[]> {
  const columns = sql.join(COLUMNS.map((column) => sql.ref(`proposals.${column}`)));
  const { rows } = await sql<Fact>`
    select ${columns}, count(*) as count from ${source.from} ${where(source.conditions)}
    group by ${columns}`.execute(db);
  return rows;
}

const narrowed = (source: Source, condition: Expression<SqlBool>): Source => ({
  ...source,
  conditions: [condition, ...source.conditions],
});

/** Proposals per assignee, or per decider: found by their index. */
export async function countByPerson(
  { engine, read }: Pick<Db, 'engine' | 'read'>,
  source: Source,
  role: 'assigned_to' | 'decided_by',
): Promise<OfPerson[]> {
  const person = sql.ref(`proposals.${role}`);
  // SQLite only uses the index for a comparison.
  const hasOne = sql<SqlBool>`${person} ${sql.raw(engine === 'sqlite' ? "> ''" : 'is not null')}`;
  const { from, conditions } = narrowed(source, hasOne);
  const { rows } = await sql<OfPerson>`
    select ${person} as person, proposals.decision, count(*) as count from ${from}
    ${where(conditions)} group by ${person}, proposals.decision`.execute(read);
  return rows;
}

export async function countFlagged(db: Executor, source: Source): Promise<number> {
  const { from, conditions } = narrowed(source, sql<SqlBool>`proposals.flagged = ${true}`);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${from} ${where(conditions)}`.execute(db);
  return rows[0]!.count;
}

/** Proposals per label; labels that none carries are omitted. */
export async function countByLabel(
  db: Executor,
  { from, conditions }: Source,
): Promise<{ id: string; count: number }[]> {
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
export const countDays = (db: Pick<Db, 'engine' | 'read'>, source: Source): Promise<Day[]> =>
  countByTime(db, source, { pattern: 'YYYY-MM-DD', length: 10 });

/** The same per hour, in the form `2026-11-22T09`. */
export const countHours = (db: Pick<Db, 'engine' | 'read'>, source: Source): Promise<Day[]> =>
  countByTime(db, source, { pattern: 'YYYY-MM-DD"T"HH24', length: 13 });

async function countByTime(
  { engine, read }: Pick<Db, 'engine' | 'read'>,
  source: Source,
  { pattern, length }: { pattern: string; length: number },
): Promise<Day[]> {
  const date =
    engine === 'postgres'
      ? sql`to_char(proposals.created_at at time zone 'UTC', ${sql.lit(pattern)})`
      : sql`substr(proposals.created_at, 1, ${sql.lit(length)})`;
  const { rows } = await sql<Day>`
    select ${date} as date, count(*) as count from ${source.from} ${where(source.conditions)}
    group by 1`.execute(read);
  return rows;
}

export async function listTitles(db: Executor): Promise<Map<string, string>> {
  const rows = await db.selectFrom('programs').select(['id', 'title']).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

type Person = { name: string; email: string };

export async function listPeople(db: Executor, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, first_name, last_name, email }) => [
      id,
      { name: `${first_name} ${last_name}`, email },
    ]),
  );
}
