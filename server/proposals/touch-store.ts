/** Proposals by their labels and by unread messages. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Members } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import type { Filters } from './list-store.ts';

type TouchFilters = Pick<Filters, 'label' | 'unreadMessages'>;

const labelled = (labels: string[]): RawBuilder<unknown> =>
  sql`proposal_id from proposal_labels where label_id in (${sql.join(labels)})`;

const unreadOf = ({ from }: NonNullable<Filters['unreadMessages']>): RawBuilder<unknown> =>
  sql`proposal_id from messages where side = ${from} and read_at is null`;

/** `isOrdered`: for a page of a list, not for a count. */
export async function findTouched(
  db: Db,
  { label, unreadMessages: unread }: TouchFilters,
  isOrdered: boolean,
): Promise<Members[]> {
  const asked = [
    ...(label ? [{ touched: labelled(label), is: true }] : []),
    ...(unread ? [{ touched: unreadOf(unread), is: unread.is }] : []),
  ];
  const found = [];
  for (const { touched, is } of asked) {
    const isPassed =
      isOrdered && is && db.engine === 'sqlite' && (await isCommon(db.read, touched));
    const id = sql.raw(isPassed ? '+proposals.id' : 'proposals.id');
    const condition = sql<SqlBool>`${id} ${sql.raw(is ? 'in' : 'not in')} (select ${touched})`;
    found.push({
      select: is ? sql`select distinct ${touched}` : undefined,
      conditions: [condition],
    });
  }
  return found;
}

/** From here on, SQLite is faster if it passes the rows in their order than if it sorts these. */
const COMMON = 1000;

async function isCommon(db: Executor, touched: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select ${touched} limit ${COMMON}) as first`.execute(db);
  return Number(rows[0]!.total) === COMMON;
}
