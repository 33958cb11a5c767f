/**
 * Statements that each request of a signed-in person runs: built and compiled once for an engine,
 * which costs more than running them.
 */
import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Executor } from './open.ts';

/** Stands for a value until the statement is run. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Answers what runs the statement with other values in the places of those that `build` is called
 * with, and answers its first row. `build` is called once: it must not look at its values.
 */
export function statement<Values extends unknown[], Query extends Compilable>(
  build: (db: Executor, ...values: Values) => Query,
): (db: Executor, ...values: Values) => Promise<InferResult<Query>[number] | undefined> {
  const compiled = new WeakMap<object, CompiledQuery>();
  const compile = (db: Executor, count: number): CompiledQuery => {
    const places = Array.from({ length: count }, (_, index) => new Place(index));
    const query = build(db, ...(places as unknown[] as Values)).compile();
    compiled.set(db.getExecutor().adapter, query);
    return query;
  };
  return async (db, ...values) => {
    const query = compiled.get(db.getExecutor().adapter) ?? compile(db, values.length);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.index] : parameter,
    );
    const { rows } = await db.executeQuery({ ...query, parameters });
    return rows[0] as InferResult<Query>[number] | undefined;
  };
}
