/** The five calls of a noun that is one table: versioned, audited, and cached where public. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AuditAction, AuditEntity } from '#domain/audit/rules.ts';
import { SHARED_RULES, Problem, type ProblemCode } from '#domain/problem.ts';
import type { Action } from '#domain/permissions.ts';
import { audit, forgetEntries } from '../audit.ts';
import { requireVersion, type Context } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { isId, table } from '../db/table.ts';
import { readPage, type Filter, type ListQuery, type Window } from '../db/lists.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import type { Row, TableName } from '../db/tables.ts';
import { raiseVersion, type Topic } from '../db/versions.ts';
import { call, calls, reply } from './calls.ts';
import { listed, nothing, single, type ApiResponse, type ApiRow } from './endpoint.ts';
import { writeOnce } from './idempotency.ts';

type Noun = Extract<
  TableName,
  'faqs' | 'testimonials' | 'labels' | 'decline_templates' | 'mail_templates'
>;
type Column<T extends Noun> = keyof Row<T> & string;
/** Columns that the caller may see only with these values: `where` of each statement that reads. */
type Scope<T extends Noun> = (context: Context) => Partial<Row<T>>;

type Resource<T extends Noun> = {
  /** Of the list; an item is one segment below. */
  path: string;
  table: T;
  /** In the log and in permissions: `faqs.create`. */
  noun: string;
  entity: AuditEntity;
  /** The summaries of the five calls in the API's description. */
  says: Record<'list' | 'create' | 'update' | 'remove', string> & { get?: string };
  /** What is shown of a row: the columns that it names. */
  item: z.core.$ZodObject;
  create: z.core.$ZodType;
  update: z.core.$ZodType;
  missing: string;
  /** A paged list with search over these columns; without it all rows are listed in an order. */
  query?: z.core.$ZodType;
  searched?: Column<T>[];
  order?: Column<T>[];
  scope?: Scope<T>;
  /** The sentence of the specification for several invalid fields. */
  refusals?: { create: string; update: string };
  /** Whose version each write raises; what is public is cached by it. */
  topic?: Topic;
  most?: { count: number; code: ProblemCode; sentence: string; lock?: (tx: Executor) => unknown };
  /** Whether `POST` takes an `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Columns that follow from others. Throws where fields do not fit each other. */
  complete?: (row: Row<T>) => Partial<Row<T>>;
  /** The refusal of a value that another row has. */
  taken?: () => Problem;
  /** What else changes when a row does, or goes. */
  touch?: (tx: Executor, id: string) => Promise<void>;
  /** A deleted row's words leave the log with it: somebody outside the firm wrote them. */
  isForgotten?: boolean;
};

/** What an answer shows of a row: the columns that its schema names, instants as text. */
export function shownBy<S extends z.core.$ZodObject>(item: S): (row: object) => z.output<S> {
  const names = Object.keys(item._zod.def.shape);
  const told = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  return (row) => {
    const columns = row as Record<string, unknown>;
    const shown = names
      .filter((name) => name in columns)
      .map((name) => [name, told(columns[name])]);
    return Object.fromEntries(shown) as z.output<S>;
  };
}

/** Refuses with 404, with 412 another version, with 409 one too many, and with 422 by field. */
export function resource<T extends Noun>(spec: Resource<T>) {
  const { noun, entity, says, most, topic } = spec;
  const rows = table(spec.table);
  type Stored = Row<T> & { id: string; version: number };
  const of = (id: string, scope?: Partial<Row<T>>) => ({ id, ...scope }) as Partial<Row<T>>;
  const present = shownBy(spec.item);

  function required(row: Row<T> | undefined): Stored {
    if (!row) throw new Problem('not_found', spec.missing);
    return row as Stored;
  }
  async function lock(context: Context, tx: Executor, id: string): Promise<Stored> {
    const row = required(isId(id) ? await rows.lock(tx, of(id)) : undefined);
    requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
    return row;
  }
  const completed = (row: Stored): Stored => {
    const words = spec.searched?.map((name) => row[name] as string | null);
    const search = words && { search_text: toSearchText(...words) };
    return { ...row, ...search, ...spec.complete?.(row) };
  };
  /** Says in the log what was done, and to caches that it was. */
  async function told(tx: Executor, context: Context, verb: string, id: string, changes: object) {
    if (topic) await raiseVersion(tx, topic);
    await audit(tx, context, `${noun}.${verb}` as AuditAction, entity, id, changes);
  }
  const refuseTaken = (error: unknown): never => {
    throw spec.taken && isUniqueViolation(error) ? spec.taken() : error;
  };
  /** The row of an input that was checked, not stored yet. */
  const build = ({ clock }: Context, input: object): Stored => {
    const now = clock();
    const stamps = { created_at: now, updated_at: now, version: 1 };
    return completed({ id: randomUUID(), ...input, ...stamps } as unknown as Stored);
  };
  const answer = (row: Stored, status?: number): ApiResponse =>
    single(present(row), row.version, status);

  async function list({ db, ...context }: Context, query: unknown): Promise<ApiResponse> {
    const scope = (spec.scope?.({ db, ...context }) ?? {}) as Partial<Row<T>>;
    if (!spec.query) {
      const all = await rows.list(db.read, scope, [...(spec.order ?? []), 'id' as Column<T>]);
      return listed(all.map(present), all.length);
    }
    const { q, sort, skip, limit, ...asked } = query as ListQuery & Window;
    const filters: Filter[] = [...Object.entries(asked), ...Object.entries(scope)].map(
      ([column, value]) => ({ column, value }),
    );
    const window = { table: spec.table as 'faqs', q, sort, skip, limit, filters };
    const page = await readPage(db, window, async (ids) =>
      (await rows.ofIds(db.read, ids, scope)).map((row) => row as Stored),
    );
    return listed(page.rows.map(present), page.total);
  }

  async function get(context: Context, id: string): Promise<ApiResponse> {
    const where = of(id, spec.scope?.(context));
    return answer(required(isId(id) ? await rows.find(context.db.read, where) : undefined));
  }

  async function create(context: Context, input: object): Promise<ApiResponse> {
    const row = build(context, input);
    const keyed = spec.isIdempotent ? context : { ...context, idempotencyKey: undefined };
    const writing = writeOnce(keyed, { call: `${noun}.create`, content: input }, async (tx) => {
      await most?.lock?.(tx);
      if (most && (await rows.count(tx)) >= most.count) throw new Problem(most.code, most.sentence);
      await rows.insert(tx, row as never);
      await told(tx, context, 'create', row.id, { after: input });
      return answer(row, 201);
    });
    return (await writing.catch(refuseTaken)).answer;
  }

  /** Changes only sent fields that differ. */
  async function update(context: Context, id: string, input: object): Promise<ApiResponse> {
    const writing = context.db.write(async (tx) => {
      const old = await lock(context, tx, id);
      const changes = changesIn(old as Record<string, unknown>, input as Record<string, unknown>);
      if (isEmptyChange(changes)) return old;
      const stamps = { updated_at: context.clock(), version: old.version + 1 };
      const row = completed({ ...old, ...changes, ...stamps });
      await rows.change(tx, of(id), row as never);
      await spec.touch?.(tx, id);
      await told(tx, context, 'update', id, { before: old, after: changes });
      return row;
    });
    return answer(await writing.catch(refuseTaken));
  }

  async function remove(context: Context, id: string): Promise<ApiResponse> {
    await context.db.write(async (tx) => {
      const before = present(await lock(context, tx, id));
      await spec.touch?.(tx, id);
      await rows.remove(tx, of(id));
      if (spec.isForgotten) await forgetEntries(tx, [id]);
      await told(tx, context, 'delete', id, spec.isForgotten ? {} : { before });
    });
    return nothing;
  }

  const { refusals, item } = spec;
  const itemPath = `${spec.path.replace(/\/$/, '')}/{id}`;
  const actionOf = (verb: string) => `${noun}.${verb}` as Action;
  const own: ApiRow[] = calls({
    [`GET ${spec.path}`]: call(
      actionOf('list'),
      {
        summary: says.list,
        ...(spec.query && { query: spec.query }),
        answer: z.array(item as never),
        ...(topic === 'public' && { cachedBy: topic }),
      },
      async (context, { query }) => list(context, query),
    ),
    ...(says.get !== undefined && {
      [`GET ${itemPath}`]: reply(actionOf('get'), says.get, {
        ...{ answer: item, tagged: true, run: get },
      }),
    }),
    [`POST ${spec.path}`]: reply(actionOf('create'), says.create, {
      body: spec.create,
      ...(refusals && { refusal: refusals.create }),
      ...{ answer: item, status: 201 },
      ...(spec.isIdempotent && { idempotent: true }),
      ...(most && { refuses: [409] }),
      run: create,
    }),
    [`PATCH ${itemPath}`]: reply(actionOf('update'), says.update, {
      body: spec.update,
      ...(refusals && { refusal: refusals.update }),
      ...{ answer: item, versioned: true, run: update },
    }),
    [`DELETE ${itemPath}`]: reply(actionOf('delete'), says.remove, {
      versioned: true,
      run: remove,
    }),
  });
  return { ...{ rows, build, answer, update }, calls: own };
}
