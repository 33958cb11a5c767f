import type { ListEnquiriesQuery } from '#domain/enquiries/schema.ts';
import { batchesOf } from '../db/table.ts';
import { readPage } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import { rowsOf } from '../db/statement.ts';

/** With the name of who has answered. */
const answered = (db: Executor) =>
  db
    .selectFrom('enquiries')
    .leftJoin('users', 'users.id', 'enquiries.answered_by')
    .selectAll('enquiries')
    .select(['users.first_name as answerer_first_name', 'users.last_name as answerer_last_name']);

const enquiriesOf = rowsOf((db, isAmong) => answered(db).where(isAmong('enquiries.id')));

export type EnquiryRow = Awaited<ReturnType<typeof enquiriesOf>>[number];

export const findEnquiry = async (db: Executor, id: string) => (await enquiriesOf(db, [id]))[0];

export async function listEnquiries(db: Db, { is_answered, ...query }: ListEnquiriesQuery) {
  const filters = [{ column: 'is_answered', value: is_answered }];
  return readPage(db, { table: 'enquiries', filters, ...query }, (ids) =>
    enquiriesOf(db.read, ids),
  );
}

export async function listAnswers(db: Executor, ids: string[]) {
  const found = new Map<string, { at: Date; author: string | null; text: string }[]>();
  for (const batch of batchesOf(ids)) {
    const rows = await db
      .selectFrom('enquiry_answers')
      .leftJoin('users', 'users.id', 'enquiry_answers.author_id')
      .select(['enquiry_id', 'at', 'text', 'users.first_name', 'users.last_name'])
      .where('enquiry_id', 'in', batch)
      .orderBy('at')
      .orderBy('enquiry_answers.id')
      .execute();
    for (const { enquiry_id: id, at, text, first_name, last_name } of rows) {
      const author = first_name === null ? null : `${first_name} ${last_name}`.trim();
      found.set(id, [...(found.get(id) ?? []), { at, author, text }]);
    }
  }
  return found;
}
