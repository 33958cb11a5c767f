import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../db/tables.ts';
import {
  BATCH,
  isItsOwn,
  kindOf,
  type Column,
  type Row,
  type RowWriter,
  type Table,
} from './rows.ts';

type Connection = Kysely<Tables>;

const MAX_PARAMETERS = 30_000;

type ColumnRow = { table_name: string; column_name: string; type: string };

/**
 * The form in which a column's value must be passed: the driver would send an array as one of
 * PostgreSQL's.
 */
const toPostgres = (value: unknown, kind: Column['kind']): unknown =>
  value !== null && kind === 'json' ? JSON.stringify(value) : value;

async function tablesOf(tx: Connection): Promise<Table[]> {
  const { rows } = await sql<ColumnRow>`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(tx);
  const tables = new Map<string, Column[]>();
  for (const { table_name: name, column_name, type } of rows) {
    if (isItsOwn(name)) continue;
    const columns = tables.get(name) ?? [];
    columns.push({ name: column_name, kind: kindOf(type) });
    tables.set(name, columns);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

const listOf = (columns: Column[]) => sql.join(columns.map(({ name }) => sql.ref(name)));

/** SQLite numbers entries as they are written, and searches them in that order (server/audit). */
const IN_ORDER: Record<string, RawBuilder<unknown>> = { audit_log: sql`order by at, id` };

async function* readRows(tx: Connection, { name, columns }: Table): AsyncGenerator<Row[]> {
  await sql`declare backup_rows no scroll cursor for
    select ${listOf(columns)} from ${sql.table(name)} ${IN_ORDER[name] ?? sql``}`.execute(tx);
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(`fetch ${BATCH} from backup_rows`)
      .execute(tx);
    if (rows.length > 0)
      yield rows.map((row) =>
        columns.map((column) =>
          column.kind === 'number' && row[column.name] !== null
            ? Number(row[column.name])
            : row[column.name],
        ),
      );
    if (rows.length < BATCH) break;
  }
  await sql`close backup_rows`.execute(tx);
}

type Reference = { table: string; name: string; definition: string };

const findReferences = async (tx: Connection): Promise<Reference[]> =>
  (
    await sql<Reference>`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(o.oid) as definition
      from pg_constraint o join pg_namespace n on n.oid = o.connamespace
      where o.contype = 'f' and n.nspname = current_schema()`.execute(tx)
  ).rows;

/** Sets the counters of identity columns after the copied rows. */
async function moveCounters(tx: Connection): Promise<void> {
  const { rows } = await sql<{ counter: string; table: string; column: string }>`
    select pg_get_serial_sequence(c.oid::regclass::text, a.attname) as counter, c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`.execute(tx);
  for (const { counter, table, column } of rows)
    await sql`select setval(${counter}, coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(
      tx,
    );
}

/**
 * For a transaction. Foreign keys are dropped while rows are written and created again afterwards,
 * which checks them all; so the order of tables does not matter, nor do circular references.
 */
export function postgresRows(tx: Connection): RowWriter {
  let references: Reference[] = [];
  const run = (statement: string) => sql.raw(statement).execute(tx);
  return {
    tables: () => tablesOf(tx),
    rows: (table) => readRows(tx, table),
    async suspendReferences() {
      references = await findReferences(tx);
      for (const { table, name } of references)
        await run(`alter table ${table} drop constraint ${name}`);
    },
    async insert({ name, columns }, rows) {
      const most = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length));
      for (let first = 0; first < rows.length; first += most) {
        const values = rows
          .slice(first, first + most)
          .map(
            (row) =>
              sql`(${sql.join(row.map((value, place) => toPostgres(value, columns[place]!.kind)))})`,
          );
        await sql`insert into ${sql.table(name)} (${listOf(columns)}) overriding system value values ${sql.join(values)}`.execute(
          tx,
        );
      }
    },
    async enforceReferences() {
      for (const { table, name, definition } of references)
        await run(`alter table ${table} add constraint ${name} ${definition}`);
      await moveCounters(tx);
    },
  };
}

export async function findUsedTable(db: Connection): Promise<string | undefined> {
  for (const { name } of await tablesOf(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return undefined;
}

export async function countTables(db: Connection): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tablesOf(db)) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]!.total);
  }
  return counts;
}
