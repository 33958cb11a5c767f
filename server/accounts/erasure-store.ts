/** Every SQL statement that finds or deletes everything stored about one person. */
import { sql, type SqlBool } from 'kysely';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { isFileKey } from '../files/store.ts';

export type PersonRows = {
  user: { id: string; role: string } | undefined;
  proposalIds: string[];
  documentKeys: string[];
  /** Of documents without what tells whose they are. */
  copyKeys: string[];
  draftIds: string[];
  /** Of documents in drafts, complete or in parts. */
  draftKeys: string[];
  enquiryIds: string[];
};

const OWNED = ['proposals', 'drafts', 'draft_documents', 'sessions'] as const;

/**
 * Waits for everybody who is changing what the person owns, and keeps others from beginning: what
 * they have written is erased too.
 */
export async function lockPersonRows(db: Db, tx: Executor, email: string): Promise<void> {
  const user = await lockRows(
    db,
    tx.selectFrom('users').select('id').where('email', '=', email),
  ).executeTakeFirst();
  if (!user) return;
  for (const table of OWNED)
    await lockRows(
      db,
      tx.selectFrom(table).select('id').where('user_id', '=', user.id).orderBy('id'),
    ).execute();
}

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
          .select(['key', 'clean_key'])
          .where('proposal_id', 'in', proposalIds)
          .execute()
      : [];
  const versions =
    proposalIds.length > 0
      ? await db
          .selectFrom('version_documents')
          .select('key')
          .where('proposal_id', 'in', proposalIds)
          .execute()
      : [];
  const drafts = user ? await findDrafts(db, user.id) : { draftIds: [], draftKeys: [] };
  const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key);
  return {
    user,
    proposalIds,
    documentKeys: [...new Set(keysOf([...documents, ...versions]))],
    copyKeys: documents.flatMap(({ clean_key }) => clean_key ?? []),
    ...drafts,
    enquiryIds: enquiries.map(({ id }) => id),
  };
}

async function findDrafts(
  db: Executor,
  userId: string,
): Promise<Pick<PersonRows, 'draftIds' | 'draftKeys'>> {
  const drafts = await db.selectFrom('drafts').select('id').where('user_id', '=', userId).execute();
  const documents = await db
    .selectFrom('draft_documents')
    .select(['key', 'parts'])
    .where('user_id', '=', userId)
    .execute();
  return {
    draftIds: drafts.map(({ id }) => id),
    draftKeys: documents.flatMap(({ key, parts }) => [key, ...keysIn(parts)]).filter(isFileKey),
  };
}

/** Keys in the parts of an uploading document: strings, or objects with a key. */
function keysIn(parts: unknown): string[] {
  if (typeof parts === 'string') return keysIn(JSON.parse(parts || '[]'));
  if (!Array.isArray(parts)) return [];
  return parts
    .map((part: unknown) => (part as { key?: unknown } | null)?.key ?? part)
    .filter((key) => typeof key === 'string');
}

/** Mails to this address, or that contain it: as a whole, not as the end of somebody else's. */
async function findMailsAbout(tx: Executor, email: string): Promise<string[]> {
  const pattern = `%${email.replace(/[\\%_]/g, '\\$&')}%`;
  const contains = sql<SqlBool>`lower(text) like ${pattern} escape '\\'`;
  const rows = await tx
    .selectFrom('mails')
    .select(['id', 'recipient', 'text'])
    .where((eb) => eb.or([eb('recipient', '=', email), contains]))
    .execute();
  const letters = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isNamed = new RegExp(`(?<![\\w.!#$%&'*+/=?^\`{|}~-])${letters}(?![\\w-]|\\.\\w)`, 'i');
  return rows
    .filter(({ recipient, text }) => recipient === email || isNamed.test(text))
    .map(({ id }) => id);
}

/** Documents, drafts, uploads, sessions and codes are deleted with the rows that they belong to. */
export async function erasePersonRows(
  tx: Executor,
  email: string,
  { user, proposalIds, draftIds, enquiryIds }: PersonRows,
): Promise<void> {
  const subjects = [...proposalIds, ...draftIds, ...enquiryIds, ...(user ? [user.id] : [])];
  if (subjects.length > 0)
    await tx
      .updateTable('audit_log')
      .set({ changes: '[]', search_text: '', actor_name: null, ip: null, erased: true })
      .where((eb) =>
        eb.or([
          eb('subject_id', 'in', subjects),
          // Actions on rows that are deleted already can only be found by their actor.
          ...(user ? [eb('actor_id', '=', user.id)] : []),
        ]),
      )
      .execute();
  // An undelivered mail to the firm contains what they wrote.
  const mailIds = await findMailsAbout(tx, email);
  if (mailIds.length > 0) await tx.deleteFrom('mails').where('id', 'in', mailIds).execute();
  if (enquiryIds.length > 0)
    await tx.deleteFrom('enquiries').where('id', 'in', enquiryIds).execute();
  if (!user) return;
  await forgetReceipts(tx, user.id);
  await tx.deleteFrom('proposals').where('user_id', '=', user.id).execute();
  await tx.deleteFrom('idempotency_keys').where('scope', '=', user.id).execute();
  await tx.deleteFrom('users').where('id', '=', user.id).execute();
}

/** Receipts stay readable for people who know the number, as withdrawn and without the answers. */
async function forgetReceipts(tx: Executor, userId: string): Promise<void> {
  await tx
    .updateTable('receipts')
    .set({ state: 'withdrawn' })
    .where('user_id', '=', userId)
    .where('state', 'in', ['complete', 'replaced', 'waiting_for_documents'])
    .execute();
  await tx
    .updateTable('receipts')
    .set({ user_id: null, draft_id: null, proposal_id: null, answers: null, message: null })
    .where('user_id', '=', userId)
    .execute();
}
