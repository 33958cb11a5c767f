/** Proposals by their labels and by unread messages. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db, Executor } from '../db/open.ts';
import type { Filters } from './list-store.ts';

type TouchFilters = Pick<Filters, 'label' | 'unreadMessages'>;

const labelled = (labels: string[]): RawBuilder<unknown> =>
  sql`(select proposal_id from proposal_labels where label_id in (${sql.join(labels)}))`;

const unreadOf = ({ from }: NonNullable<Filters['unreadMessages']>): RawBuilder<unknown> =>
  sql`(select proposal_id from messages where side = ${from} and read_at is null)`;

/** If nothing else is asked, labels and messages know how many proposals they belong to. */
export async function countAlone(
  db: Executor,
  { label, unreadMessages: unread, ...others }: Filters,
): Promise<number | undefined> {
  const isAlone = Object.values(others).every((value) => value === undefined);
  if (!isAlone || (label && unread) || !(label ?? unread?.is)) return undefined;
  const { rows } = await sql<{ total: number }>`
    select count(distinct proposal_id) as total
    from ${label ? labelled(label) : unreadOf(unread!)} as touched`.execute(db);
  return Number(rows[0]!.total);
}

/** `isOrdered`: for a page of a list, not for a count. */
export async function conditionsOf(
  db: Db,
  { label, unreadMessages: unread }: TouchFilters,
  isOrdered: boolean,
): Promise<RawBuilder<SqlBool>[]> {
  const asked = [
    ...(label ? [{ touched: labelled(label), is: true }] : []),
    ...(unread ? [{ touched: unreadOf(unread), is: unread.is }] : []),
  ];
  const conditions = [];
  for (const { touched, is } of asked) {
    const isPassed =
      isOrdered && is && db.engine === 'sqlite' && (await isCommon(db.read, touched));
    const id = sql.raw(isPassed ? '+proposals.id' : 'proposals.id');
    conditions.push(sql<SqlBool>`${id} ${sql.raw(is ? 'in' : 'not in')} ${touched}`);
  }
  return conditions;
}

/** From here on, SQLite is faster if it passes the rows in their order than if it sorts these. */
const COMMON = 1000;

async function isCommon(db: Executor, touched: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${touched} as touched limit ${COMMON}) as first`.execute(
    db,
  );
  return Number(rows[0]!.total) === COMMON;
}
