/**
 * Statements that each request of a signed-in person runs, or that many write with at once: built
 * and compiled once for an engine, which costs more than running them.
 */
import type { Compilable, CompiledQuery, InferResult, Insertable } from 'kysely';
import type { Executor } from './open.ts';
import type { Tables } from './tables.ts';

/** A placeholder for a value until the statement runs. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Answers what runs the statement with other values in the places of those that `build` is called
 * with, and answers its rows. `build` is called once: it must not look at its values.
 */
export function rowsStatement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<InferResult<Query>> {
  const compiled = new WeakMap<object, CompiledQuery>();
  const compile = (db: Executor, count: number): CompiledQuery => {
    const places = Array.from({ length: count }, (_, index) => new Placeholder(index));
    const query = build(db, ...(places as unknown[] as Values)).compile();
    compiled.set(db.getExecutor().adapter, query);
    return query;
  };
  return async (db, ...values) => {
    const query = compiled.get(db.getExecutor().adapter) ?? compile(db, values.length);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    );
    const { rows } = await db.executeQuery({ ...query, parameters });
    return rows as InferResult<Query>;
  };
}

/** The same for a statement of which only the first row counts. */
export function statement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<InferResult<Query>[number] | undefined> {
  const run = rowsStatement(build);
  return async (db, ...values) => (await run(db, ...values))[0];
}

/** Answers what inserts one row: compiled once for the columns that rows of the table come with. */
export function insertion<T extends keyof Tables>(
  table: T,
): (db: Executor, row: Insertable<Tables[T]>) => Promise<void> {
  const known = new Map<string, (db: Executor, ...values: unknown[]) => Promise<unknown>>();
  const prepare = (columns: string[]) =>
    statement((db, ...values: unknown[]) =>
      db
        .insertInto(table)
        .values(
          Object.fromEntries(columns.map((column, place) => [column, values[place]])) as Insertable<
            Tables[T]
          >,
        ),
    );
  return async (db, row) => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined);
    const columns = given.map(([column]) => column);
    const insert = known.get(columns.join()) ?? prepare(columns);
    known.set(columns.join(), insert);
    await insert(db, ...given.map(([, value]) => value));
  };
}
