/**
 * Prepared statements for queries that run with each signed-in request: built and compiled once per
 * engine, which costs more than running them.
 */
import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Executor } from './open.ts';

/** A placeholder for a value until the statement runs. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Returns a function that runs the statement with its arguments in place of the values that `build`
 * was called with, and returns the first row. `build` is called once: it must not inspect its
 * values.
 */
export function statement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<InferResult<Query>[number] | undefined> {
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
    return rows[0] as InferResult<Query>[number] | undefined;
  };
}
