/** Claiming jobs: rows that one instance at a time works on. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db, Executor } from '../db/open.ts';

export type Queue<Row extends object> = {
  table: 'mails' | 'documents';
  id: string;
  dueAt: string;
  tries: string;
  columns: readonly (keyof Row & string)[];
  /** Whether it still has to be done, due or not. */
  isOpen: RawBuilder<SqlBool>;
  isDue: (now: Date) => RawBuilder<SqlBool>;
  order: RawBuilder<unknown>;
};

/** `tries` includes the current one. */
export type ClaimedJob<Row> = Row & { tries: number; leasedUntil: Date };

/**
 * Claims up to `limit` due jobs for this instance. After a crash they are due again at
 * `leaseUntil`. Those in `inFlight` are left alone: a machine that was suspended wakes up with
 * leases that have run out.
 */
export async function claimJobs<Row extends object>(
  db: Db,
  queue: Queue<Row>,
  now: Date,
  leaseUntil: Date,
  limit: number,
  inFlight: readonly string[] = [],
): Promise<ClaimedJob<Row>[]> {
  const { table, id, dueAt, tries, columns, isOpen, isDue, order } = queue;
  const isFree =
    inFlight.length > 0 ? sql`${sql.ref(id)} not in (${sql.join(inFlight)})` : sql`true`;
  const due = (most: number) => sql`
    select ${sql.ref(id)} from ${sql.table(table)}
    where ${isOpen} and ${isDue(now)} and ${isFree} order by ${order} limit ${most}`;
  // First without a lock: an idle instance writes nothing.
  if ((await due(1).execute(db.read)).rows.length === 0) return [];
  const lock = db.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const claim = sql<Row & { tries: number }>`
    with due as materialized (${due(limit)} ${lock})
    update ${sql.table(table)}
    set ${sql.ref(dueAt)} = ${leaseUntil}, ${sql.ref(tries)} = ${sql.ref(tries)} + 1
    where ${sql.ref(id)} in (select ${sql.ref(id)} from due)
    returning ${sql.join(columns.map((column) => sql.ref(column)))}, ${sql.ref(tries)} as tries`;
  // If a power loss undoes the claim, the job is due again, as after any crash.
  const { rows } = await db.writeUnsynced((tx) => claim.execute(tx));
  return rows.map((row) => ({ ...row, leasedUntil: leaseUntil }));
}

/**
 * Extends only jobs that are still leased until `leasedUntil`: one that is to be retried, or that
 * another instance has claimed in the meantime, is left alone. False if that is true of all.
 */
export async function extendLease<Row extends object>(
  db: Executor,
  { table, id, dueAt, isOpen }: Queue<Row>,
  ids: string[],
  leasedUntil: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(dueAt)} = ${leaseUntil}
    where ${sql.ref(id)} in (${sql.join(ids)}) and ${isOpen} and ${sql.ref(dueAt)} = ${leasedUntil}`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Reschedules the job and sets other columns; false if it no longer exists or somebody else has
 * done it.
 */
export async function retryJob<Row extends object>(
  db: Executor,
  { table, id: idColumn, dueAt, isOpen }: Queue<Row>,
  id: string,
  retryAt: Date,
  notes: Record<string, string> = {},
): Promise<boolean> {
  const changes = Object.entries({ [dueAt]: retryAt, ...notes }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(changes)}
    where ${sql.ref(idColumn)} = ${id} and ${isOpen}`.execute(db);
  return numAffectedRows > 0n;
}

/** When the next job is due; undefined if none waits, or none that waits has a date. */
export async function nextDueAt<Row extends object>(
  db: Executor,
  { table, dueAt, isOpen }: Queue<Row>,
): Promise<Date | undefined> {
  const due = sql.ref(dueAt);
  const { rows } = await sql<Record<string, Date>>`
    select ${due} from ${sql.table(table)} where ${isOpen} and ${due} is not null
    order by ${due} limit 1`.execute(db);
  return rows[0]?.[dueAt];
}
