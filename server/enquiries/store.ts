/** Every SQL statement about contact enquiries. */
import type { ListEnquiriesQuery } from '#domain/enquiries/schema.ts';
import { batchesOf } from '../db/batches.ts';
import { readPage } from '../db/lists.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { insertion, rowsOf } from '../db/statement.ts';
import type { EnquiriesTable, EnquiryAnswersTable } from '../db/content-tables.ts';

const enquiries = (db: Executor) =>
  db
    .selectFrom('enquiries')
    .leftJoin('users', 'users.id', 'enquiries.answered_by')
    .select([
      'enquiries.id',
      'enquiries.first_name',
      'enquiries.last_name',
      'enquiries.email',
      'enquiries.phone_number',
      'enquiries.message',
      'enquiries.created_at',
      'enquiries.updated_at',
      'enquiries.version',
    ])
    .select([
      'is_answered',
      'answered_at',
      'answered_by',
      'users.first_name as answerer_first_name',
      'users.last_name as answerer_last_name',
    ]);

/** With the name of the admin who answered it. */
export type EnquiryRow = Awaited<
  ReturnType<ReturnType<typeof enquiries>['executeTakeFirstOrThrow']>
>;

export async function listEnquiries(
  db: Db,
  { is_answered, ...query }: ListEnquiriesQuery,
): Promise<{ rows: EnquiryRow[]; total: number }> {
  const filters = [{ column: 'is_answered', value: is_answered }];
  return readPage(db, { table: 'enquiries', filters, ...query }, (ids) =>
    enquiriesOf(db.read, ids),
  );
}

const enquiriesOf = rowsOf((db, isAmong) => enquiries(db).where(isAmong('enquiries.id')));

export async function findEnquiry(db: Executor, id: string): Promise<EnquiryRow | undefined> {
  return enquiries(db).where('enquiries.id', '=', id).executeTakeFirst();
}

/** Locks the row until the transaction ends; false if there is none. */
export async function lockEnquiry(db: Db, tx: Executor, id: string): Promise<boolean> {
  const query = tx.selectFrom('enquiries').select('id').where('id', '=', id);
  return (await lockRows(db, query).executeTakeFirst()) !== undefined;
}

/** What was answered to each of these enquiries, oldest first. */
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

export async function insertAnswer(tx: Executor, row: EnquiryAnswersTable): Promise<void> {
  await tx.insertInto('enquiry_answers').values(row).execute();
}

/** With its answers. */
export async function deleteEnquiry(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('enquiries').where('id', '=', id).execute();
}

export async function insertEnquiry(
  db: Executor,
  row: Omit<EnquiriesTable, 'is_answered' | 'answered_at' | 'answered_by'>,
): Promise<void> {
  await insertRow(db, withSortKeys('enquiries', row));
}

const insertRow = insertion('enquiries');

type AnswerState = { is_answered: boolean; answered_at: Date | null; answered_by: string | null };

export async function changeEnquiry(
  tx: Executor,
  id: string,
  changes: AnswerState & Pick<EnquiriesTable, 'updated_at' | 'version'>,
): Promise<void> {
  await tx.updateTable('enquiries').set(changes).where('id', '=', id).execute();
}
