/** What every table needs; statements that are special stand where they are used. */
import { sql } from 'kysely';
import { toSortKey } from '#domain/fold-text.ts';
import { lockRowsOn, type Executor } from './open.ts';
import type { NewRow, Row, RowChanges, TableName } from './tables.ts';

/** A condition without its value would be left out, and every row meant. */
function defined<Where extends object>(where: Where): Where {
  const missing = Object.entries(where).find(([, value]) => value === undefined);
  if (missing) throw new TypeError(`${missing[0]}: there is nothing to compare it with.`);
  return where;
}

/** `where` names columns and what they equal. */
export function table<T extends TableName>(name: T) {
  type Where = Partial<Row<T>>;
  // Kysely cannot follow a table whose name is a parameter, so one stands in for all, here alone.
  const any = name as 'labels';
  const keyed = (row: object) =>
    (name in SORTED_TEXTS ? withSortKeys(name as 'faqs', row) : row) as never;
  const rows = (db: Executor, where: Where) =>
    db
      .selectFrom(any)
      .selectAll()
      .where((eb) => eb.and(defined(where)));
  return {
    find: async (db: Executor, where: Where) =>
      (await rows(db, where).executeTakeFirst()) as Row<T> | undefined,
    /** Nobody else changes it until the transaction ends. */
    lock: async (tx: Executor, where: Where) =>
      (await lockRowsOn(tx, rows(tx, where)).executeTakeFirst()) as Row<T> | undefined,
    list: async (db: Executor, where: Where, order: readonly (keyof Row<T> & string)[]) => {
      const query = order.reduce((q, column) => q.orderBy(column as 'name'), rows(db, where));
      return (await query.execute()) as unknown as Row<T>[];
    },
    ofIds: async (db: Executor, ids: string[], where: Where = {}) =>
      (await rows(db, where).where('id', 'in', ids).execute()) as unknown as Row<T>[],
    count: async (db: Executor, where: Where = {}) => {
      const { total } = await db
        .selectFrom(any)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where((eb) => eb.and(defined(where)))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    has: async (db: Executor, where: Where) =>
      (await db
        .selectFrom(any)
        .select(sql.lit(1).as('one'))
        .where((eb) => eb.and(defined(where)))
        .limit(1)
        .executeTakeFirst()) !== undefined,
    insert: async (tx: Executor, rows: NewRow<T> | NewRow<T>[]) => {
      await tx
        .insertInto(any)
        .values([rows as object].flat().map(keyed))
        .execute();
    },
    /** Takes the place of the row with the same key. */
    put: async (tx: Executor, row: NewRow<T>, key: readonly (keyof Row<T> & string)[]) => {
      const columns = Object.entries(keyed(row)).filter(([name]) => !key.includes(name as never));
      await tx
        .insertInto(any)
        .values(keyed(row))
        .onConflict((conflict) =>
          conflict.columns(key as never).doUpdateSet(Object.fromEntries(columns)),
        )
        .execute();
    },
    change: async (tx: Executor, where: Where, changes: RowChanges<T>) => {
      const query = tx.updateTable(any).set(keyed(changes));
      await query.where((eb) => eb.and(defined(where))).execute();
    },
    /** How many there were. */
    remove: async (tx: Executor, where: Where) => {
      const query = tx.deleteFrom(any).where((eb) => eb.and(defined(where)));
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether this is a valid id; PostgreSQL refuses to compare anything else. */
export const isId = (value: string): boolean => UUID.test(value);

const BATCH = 500;

/** A statement takes only so many values. */
export const batchesOf = <Item>(items: readonly Item[], size = BATCH): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );

/**
 * Texts that lists are ordered by have a folded copy, `{column}_key`, which both engines compare byte
 * by byte (decision 19).
 */
export const SORTED_TEXTS = {
  users: ['email', 'first_name', 'last_name'],
  programs: ['title'],
  proposals: ['business_name', 'applicant_first_name', 'applicant_last_name'],
  faqs: ['question'],
  testimonials: ['last_name'],
  posts: ['title'],
  enquiries: ['last_name'],
} as const;

type SortedTable = keyof typeof SORTED_TEXTS;
type KeyOf<T extends SortedTable> = `${(typeof SORTED_TEXTS)[T][number]}_key`;

/** The column that a list is actually ordered by when this one is requested. */
export const sortColumn = (table: SortedTable, column: string): string =>
  (SORTED_TEXTS[table] as readonly string[]).includes(column) ? `${column}_key` : column;

/**
 * Adds to a row, or to changes of one, the key of each sortable text. Every insert and update of
 * these tables goes through here.
 */
export function withSortKeys<R extends object, T extends SortedTable>(
  table: T,
  row: R,
): R & { [Name in KeyOf<T>]?: string } {
  const texts = Object.entries(row).filter(
    ([column, value]) => typeof value === 'string' && sortColumn(table, column) !== column,
  );
  return {
    ...row,
    ...Object.fromEntries(
      texts.map(([column, value]) => [sortColumn(table, column), toSortKey(value as string)]),
    ),
  };
}
