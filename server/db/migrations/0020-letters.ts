/**
 * Words of one and two letters have no trigram: on PostgreSQL, the letters and pairs of letters of
 * each text have their own index, which `large-indexes.ts` builds. It needs no extension.
 */
import { sql, type Kysely } from 'kysely';

/** A high cost, so that the planner uses the index instead of evaluating this for row after row. */
const LETTERS_OF = `create function letters_of(words text) returns text[]
  language sql immutable strict parallel safe cost 10000 as $$
    select string_to_array(words, null) || array(
      select letter || next
      from unnest(string_to_array(words, null), string_to_array(substr(words, 2), null)) as pairs (letter, next)
      where next is not null) $$`;

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql.raw(LETTERS_OF).execute(db);
}
