/**
 * Prepared statements for queries that run with each signed-in request, or that many requests run
 * at once: built and compiled once per engine, because that costs more than running them.
 */
import {
  sql,
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Insertable,
  type InferResult,
  type QueryResult,
  type SqlBool,
} from 'kysely';
import { isOnPostgres, type Executor } from './open.ts';
import type { Tables } from './tables.ts';

/** A placeholder for a value until the statement runs. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type PreparedQuery<Values extends unknown[], R> = (
  db: Executor,
  ...values: Values
) => Promise<QueryResult<R>>;

/**
 * Returns a function that runs the statement with its arguments in place of the values that `build`
 * was called with. `build` is called once per engine: it must not inspect its values.
 */
function prepare<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): PreparedQuery<Values, InferResult<Query>[number]> {
  const compiled = new WeakMap<object, CompiledQuery>();
  const compile = (db: Executor, count: number): CompiledQuery => {
    const placeholders = Array.from({ length: count }, (_, index) => new Placeholder(index));
    const query = build(db, ...(placeholders as unknown[] as Values)).compile();
    compiled.set(db.getExecutor().adapter, query);
    return query;
  };
  return async (db, ...values) => {
    const query = compiled.get(db.getExecutor().adapter) ?? compile(db, values.length);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    );
    return db.executeQuery<InferResult<Query>[number]>({ ...query, parameters });
  };
}

/** As `prepare`; returns the first row. */
export function statement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<InferResult<Query>[number] | undefined> {
  const run = prepare(build);
  return async (db, ...values) => (await run(db, ...values)).rows[0];
}

/** As `prepare`; returns all rows. */
export function rowsStatement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<InferResult<Query>[number][]> {
  const run = prepare(build);
  return async (db, ...values) => (await run(db, ...values)).rows;
}

/** Whether the column is one of the ids with which the statement runs. */
type IsAmong = (column: string) => Expression<SqlBool>;

/**
 * As `rowsStatement`, for the rows of given ids, in any order; without ids there are no rows. All
 * ids are a single value, so that a page of ten and one of a thousand share one statement.
 */
export function rowsOf<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, isAmong: IsAmong, ...values: Values) => Query,
): (
  db: Executor,
  ids: readonly string[],
  ...values: Values
) => Promise<InferResult<Query>[number][]> {
  const run = rowsStatement((db, ids: string, ...values: Values) =>
    build(db, (column) => sql<SqlBool>`${sql.ref(column)} ${inList(db, ids)}`, ...values),
  );
  return async (db, ids, ...values) =>
    ids.length > 0 ? run(db, JSON.stringify(ids), ...values) : [];
}

const inList = (db: Executor, ids: string) =>
  isOnPostgres(db)
    ? sql`= any(array(select jsonb_array_elements_text(${ids}::jsonb)::uuid))`
    : sql`in (select value from json_each(${ids}))`;

/** As `prepare`; returns how many rows were written or deleted. */
export function writeStatement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<number> {
  const run = prepare(build);
  return async (db, ...values) => Number((await run(db, ...values)).numAffectedRows ?? 0n);
}

/** By table, number of rows and columns. */
const inserts = new Map<string, PreparedQuery<unknown[], unknown>>();

/**
 * Larger inserts are not cached: building them is a small part of their cost, and each number of
 * rows would be an entry.
 */
const MAX_PREPARED_ROWS = 4;

/** Inserts rows that all name the same columns; values only, no expressions. */
export async function insertRows<T extends keyof Tables>(
  db: Executor,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows as readonly Record<string, unknown>[];
  if (!first) return;
  if (rows.length > MAX_PREPARED_ROWS) {
    await db
      .insertInto(table)
      .values(rows as never)
      .execute();
    return;
  }
  const columns = Object.keys(first).filter((column) => first[column] !== undefined);
  const key = [table, rows.length, ...columns].join(' ');
  const insert = inserts.get(key) ?? prepareInsert(table, columns, rows.length);
  inserts.set(key, insert);
  const values = rows.flatMap((row) =>
    columns.map((column) => (row as Record<string, unknown>)[column]),
  );
  await insert(db, ...values);
}

function prepareInsert(
  table: keyof Tables,
  columns: readonly string[],
  count: number,
): PreparedQuery<unknown[], unknown> {
  return prepare((db, ...placeholders: unknown[]) => {
    const rows = Array.from({ length: count }, (_, row) =>
      Object.fromEntries(
        columns.map((column, index) => [column, placeholders[row * columns.length + index]]),
      ),
    );
    return db.insertInto(table).values(rows as never);
  });
}

/** A function that inserts one row into the table. */
export const insertion =
  <T extends keyof Tables>(table: T) =>
  (db: Executor, row: Insertable<Tables[T]>): Promise<void> =>
    insertRows(db, table, [row]);
