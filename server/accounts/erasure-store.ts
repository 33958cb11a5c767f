/** Every SQL statement that finds or deletes all that is kept of one person. */
import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../db/open.ts';

export type PersonRows = {
  user: { id: string; role: string } | undefined;
  proposalIds: string[];
  documentKeys: string[];
  chunkKeys: string[];
  enquiryIds: string[];
};

export async function findPersonRows(db: Executor, email: string): Promise<PersonRows> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', email)
    .executeTakeFirst();
  const enquiries = await db
    .selectFrom('enquiries')
    .select('id')
    .where('email', '=', email)
    .execute();
  const proposals = user
    ? await db.selectFrom('proposals').select('id').where('user_id', '=', user.id).execute()
    : [];
  const proposalIds = proposals.map(({ id }) => id);
  const documents =
    proposalIds.length > 0
      ? await db
          .selectFrom('documents')
          .select('key')
          .where('proposal_id', 'in', proposalIds)
          .execute()
      : [];
  const chunks = user
    ? await db
        .selectFrom('upload_pieces')
        .innerJoin('uploads', 'uploads.id', 'upload_pieces.upload_id')
        .select('upload_pieces.key')
        .where('user_id', '=', user.id)
        .execute()
    : [];
  const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key);
  return {
    user,
    proposalIds,
    documentKeys: keysOf(documents),
    chunkKeys: keysOf(chunks),
    enquiryIds: enquiries.map(({ id }) => id),
  };
}

const mentions = (email: string) =>
  sql<SqlBool>`lower(text) like ${`%${email.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Documents, uploads, sessions and codes go with the rows that they belong to. */
export async function erasePersonRows(
  tx: Executor,
  email: string,
  { user, proposalIds, enquiryIds }: PersonRows,
): Promise<void> {
  const subjects = [...proposalIds, ...enquiryIds, ...(user ? [user.id] : [])];
  if (subjects.length > 0)
    await tx
      .updateTable('audit_log')
      .set({ changes: '[]', search_text: '', actor_name: null, ip: null, erased: true })
      .where((eb) =>
        eb.or([
          eb('subject_id', 'in', subjects),
          // What they did to what is gone already is known by them alone.
          ...(user ? [eb('actor_id', '=', user.id)] : []),
        ]),
      )
      .execute();
  // One to the firm that could not be sent repeats what they wrote.
  await tx
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('recipient', '=', email), mentions(email)]))
    .execute();
  if (enquiryIds.length > 0)
    await tx.deleteFrom('enquiries').where('id', 'in', enquiryIds).execute();
  if (!user) return;
  await tx.deleteFrom('proposals').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('idempotency_keys').where('scope', '=', user.id).execute();
  await tx.deleteFrom('users').where('id', '=', user.id).execute();
}
