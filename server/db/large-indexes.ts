/**
 * Indexes that take minutes to build on a large PostgreSQL database. They are built outside of the
 * migration's transaction, so that the previous release goes on writing meanwhile.
 */
import { setTimeout } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

const NOUNS = ['users', 'programs', 'faqs', 'testimonials', 'posts', 'enquiries'];

/** Each name with what it is on; the functions are those of the migrations. */
const INDEXES: Record<string, string> = {
  ...Object.fromEntries(
    NOUNS.map((noun) => [`${noun}_letters`, `${noun} using gin (letters_of(search_text))`]),
  ),
  proposals_letters: "proposals using gin (letters_of(search_text || ' ' || applicant_text))",
  // Covers searches in the order of programs and deadlines: docs/decisions/0038.
  proposals_program_words: 'proposals (program_id, created_at, id, search_text, applicant_text)',
  // Small enough to be combined with the index of words: docs/decisions/0038.
  audit_log_actors: 'audit_log (actor_id)',
  audit_log_actions: 'audit_log (action)',
  audit_log_subjects: 'audit_log (subject)',
};

const POLL_MS = 200;

/**
 * Builds the indexes that are missing, one instance at a time. Takes a PostgreSQL connection
 * without time limits, of a pool of one, on which all migrations have run. An index whose building
 * was interrupted is built anew.
 */
export async function buildLargeIndexes<T>(db: Kysely<T>): Promise<void> {
  if ((await findUnbuilt(db)).length === 0) return;
  await takeTurn(db);
  try {
    // Another instance may have built some while we waited.
    for (const name of await findUnbuilt(db)) {
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
      await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(INDEXES[name]!)}`.execute(
        db,
      );
    }
  } finally {
    await sql`select pg_advisory_unlock(hashtext('large indexes'))`.execute(db);
  }
}

/** Missing or invalid. */
async function findUnbuilt<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name
    from pg_index where indisvalid and indexrelid = any (
      select to_regclass(name) from unnest(${Object.keys(INDEXES)}::text[]) as name)`.execute(db);
  const built = new Set(rows.map(({ name }) => name));
  return Object.keys(INDEXES).filter((name) => !built.has(name));
}

/**
 * Asks again and again instead of waiting in one statement: building waits for all older
 * statements, so that the two would wait for each other.
 */
async function takeTurn<T>(db: Kysely<T>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_lock(hashtext('large indexes')) as mine`.execute(db);
    if (rows[0]!.mine) return;
    await setTimeout(POLL_MS);
  }
}
