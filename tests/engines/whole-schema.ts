/** All that a database's schema consists of, in words that can be compared. */
import { sql, type Kysely } from 'kysely';
import type { Engine } from './engine.ts';

const SQLITE = sql<{ line: string }>`
  select type || ' ' || name || ': ' || sql as line from sqlite_master where sql is not null`;

const POSTGRES = sql<{ line: string }>`
  with product as (select oid from pg_namespace where nspname = current_schema())
  select format('%s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, pg_get_expr(d.adbin, d.adrelid), n.collname) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_collation n on n.oid = a.attcollation
    where c.relkind = 'r' and not a.attisdropped and c.relnamespace in (select oid from product)
  union all select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace in (select oid from product)
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace in (select oid from product)
  union all select pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
  union all select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in (select oid from product) and l.lanname = 'plpgsql'
  union all select 'extension ' || extname from pg_extension`;

/** A line for each thing: columns, indexes, constraints, triggers, functions, extensions. */
export async function describeSchema(db: Kysely<any>, engine: Engine): Promise<string[]> {
  const { rows } = await (engine === 'sqlite' ? SQLITE : POSTGRES).execute(db);
  return rows.map(({ line }) => toPlain(line)).sort();
}

/** SQLite keeps a statement as it was typed. */
const toPlain = (line: string): string =>
  line
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([()]) ?/g, '$1');
