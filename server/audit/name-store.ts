import type { AuditEntity } from '#domain/audit/rules.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import type { TableName } from '../db/tables.ts';

const PERSON = ['first_name', 'last_name'];

/** Where the name of what an entry is about stands; others have none. */
const NAMES: Partial<Record<AuditEntity, [table: TableName, columns: string[]]>> = {
  proposal: ['proposals', ['business_name']],
  program: ['programs', ['title']],
  post: ['posts', ['title']],
  faq: ['faqs', ['question']],
  template: ['decline_templates', ['title']],
  label: ['labels', ['name']],
  round: ['rounds', ['name']],
  judge: ['users', PERSON],
  user: ['users', PERSON],
  enquiry: ['enquiries', PERSON],
  testimonial: ['testimonials', PERSON],
};

type About = { subject: string; subject_id: string };

/** The current names, by id: one query per kind. Deleted rows have none. */
export async function readNames(db: Executor, entries: readonly About[]) {
  const named = Object.entries(NAMES).map(async ([kind, [table, columns]]) => {
    const about = entries.filter((entry) => entry.subject === kind && isId(entry.subject_id));
    const ids = [...new Set(about.map((entry) => entry.subject_id))];
    if (ids.length === 0) return [];
    // Kysely cannot follow a table whose name is a value, so one stands in for all.
    const query = db.selectFrom(table as 'users').select(['id', ...(columns as ['first_name'])]);
    const rows = await query.where('id', 'in', ids).execute();
    return rows.map(({ id, ...words }) => [id, Object.values(words).join(' ').trim()] as const);
  });
  return new Map((await Promise.all(named)).flat());
}
