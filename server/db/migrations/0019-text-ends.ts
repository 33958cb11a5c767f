/**
 * Indexes the last two letters of each text: every other pair begins a trigram, so that words of
 * two letters need no scan of all texts. PostgreSQL scans the texts.
 */
import { sql, type Kysely } from 'kysely';

const NOUNS = ['users', 'programs', 'faqs', 'testimonials', 'posts', 'enquiries'];
const TEXTS: Record<string, string> = {
  ...Object.fromEntries(NOUNS.map((noun) => [noun, 'search_text'])),
  proposals: "(search_text || ' ' || applicant_text)",
};

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'postgres') return;
  for (const [noun, text] of Object.entries(TEXTS))
    await sql.raw(`create index ${noun}_by_end on ${noun} (substr(${text}, -2))`).execute(db);
}
