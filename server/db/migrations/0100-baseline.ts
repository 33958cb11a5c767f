/**
 * The whole schema, as release 0.2.0 creates it: the statements in ../baseline/, which never change
 * again. What changes is a new migration.
 */
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { POSTGRES, SQLITE, type Engine } from '../baseline/engines.ts';

/** In the order in which they refer to each other. */
const FILES = ['people', 'machine', 'site', 'proposals', 'desk', 'judging'];

/** PostgreSQL compares fixed values and sort keys byte by byte, as SQLite compares every text. */
const BYTEWISE = ' collate "C"';

/** Each statement ends a line with a semicolon. */
async function readStatements(name: string): Promise<string[]> {
  const text = await readFile(new URL(`../baseline/${name}.sql`, import.meta.url), 'utf8');
  return text
    .replace(/^--.*$/gm, '')
    .trim()
    .split(/;\n/);
}

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const tables = (await Promise.all(FILES.map(readStatements))).flat();
  const statements =
    engine === 'postgres'
      ? [...tables, ...POSTGRES]
      : [...tables.map((statement) => statement.replaceAll(BYTEWISE, '')), ...SQLITE];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
