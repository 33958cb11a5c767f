/** Every SQL statement that looks up current names for entries of the log. */
import type { Executor } from '../db/open.ts';
import { isId } from '../db/ids.ts';

type NameRow = { id: string; name: string };
type ReadNames = (db: Executor, ids: string[]) => Promise<NameRow[]>;
type People = 'users' | 'enquiries' | 'testimonials';

const readPeople =
  (table: People): ReadNames =>
  async (db, ids) => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, ...person }) => ({
      id,
      name: `${person.first_name} ${person.last_name}`.trim(),
    }));
  };

/** By the log's name for a kind; other kinds have no names. */
const KINDS = new Map<string, ReadNames>([
  [
    'proposal',
    (db, ids) =>
      db
        .selectFrom('proposals')
        .select(['id', 'business_name as name'])
        .where('id', 'in', ids)
        .execute(),
  ],
  [
    'program',
    (db, ids) =>
      db.selectFrom('programs').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  ],
  [
    'post',
    (db, ids) =>
      db.selectFrom('posts').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  ],
  [
    'faq',
    (db, ids) =>
      db.selectFrom('faqs').select(['id', 'question as name']).where('id', 'in', ids).execute(),
  ],
  [
    'template',
    (db, ids) =>
      db
        .selectFrom('decline_templates')
        .select(['id', 'title as name'])
        .where('id', 'in', ids)
        .execute(),
  ],
  [
    'label',
    (db, ids) => db.selectFrom('labels').select(['id', 'name']).where('id', 'in', ids).execute(),
  ],
  [
    'round',
    (db, ids) => db.selectFrom('rounds').select(['id', 'name']).where('id', 'in', ids).execute(),
  ],
  ['judge', readPeople('users')],
  ['user', readPeople('users')],
  ['enquiry', readPeople('enquiries')],
  ['testimonial', readPeople('testimonials')],
]);

/**
 * The current names, by id, of what these entries are about: one query per kind. Deleted rows have
 * none.
 */
export async function readNames(
  db: Executor,
  entries: readonly { subject: string; subject_id: string }[],
): Promise<Map<string, string>> {
  const found = await Promise.all(
    [...KINDS].map(([kind, read]) => {
      const about = entries.filter((entry) => entry.subject === kind && isId(entry.subject_id));
      const ids = [...new Set(about.map((entry) => entry.subject_id))];
      return ids.length > 0 ? read(db, ids) : [];
    }),
  );
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}
