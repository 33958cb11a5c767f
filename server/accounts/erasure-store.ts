import { sql, type SqlBool } from 'kysely';
import { forgetEntries } from '../audit.ts';
import { isOnPostgres, lockRowsOn, type Executor } from '../db/open.ts';
import { isId, table } from '../db/table.ts';
import { isFileKey } from '../files/store.ts';
import { deleteMailsAbout } from '../mail/store.ts';
import { users } from './store.ts';

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
  /** Entries, reviews and conflicts: the log names the proposal's texts and reasons under them. */
  judgedIds: string[];
};

const OWNED = ['proposals', 'drafts', 'draft_documents', 'sessions'] as const;

/**
 * Waits for everybody who is changing what the person owns, and keeps others from beginning: what
 * they have written is erased too. The account first, as whoever edits, uploads, submits or logs in
 * does; but those who have locked a proposal may still refer to the account.
 */
export async function lockPersonRows(tx: Executor, whom: string): Promise<void> {
  const account = tx.selectFrom('users').select('id');
  const found = isId(whom) ? account.where('id', '=', whom) : account.where('email', '=', whom);
  const user = await (isOnPostgres(tx) ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (!user) return;
  for (const name of OWNED) {
    const rows = tx.selectFrom(name).select('id').where('user_id', '=', user.id);
    await lockRowsOn(tx, rows.orderBy('id')).execute();
  }
}

/** What stays of them without a name, and what they leave. */
export async function countTraces(db: Executor, { user, proposalIds }: PersonRows) {
  if (!user) return { receipts: 0, judged: 0, results: 0 };
  const entries = await among(proposalIds, (ids) =>
    db
      .selectFrom('entries')
      .innerJoin('rounds', 'rounds.id', 'entries.round_id')
      .select('rounds.state')
      .where('entries.proposal_id', 'in', ids)
      .where('entries.state', '!=', 'withdrawn')
      .execute(),
  );
  const countIn = (...states: string[]) =>
    entries.filter(({ state }) => states.includes(state)).length;
  return {
    receipts: await table('receipts').count(db, { user_id: user.id }),
    judged: countIn('open', 'closed'),
    results: countIn('sealed', 'released'),
  };
}

const among = async <R>(ids: string[], read: (ids: string[]) => Promise<R[]>) =>
  ids.length > 0 ? read(ids) : [];

/** Whose receipt it is, as `personOf` takes it. */
export async function findOwner(db: Executor, number: string): Promise<string | undefined> {
  const receipt = await table('receipts').find(db, { number });
  const user = receipt?.user_id ? await users.find(db, { id: receipt.user_id }) : undefined;
  return user && (user.email ?? user.id);
}

/** By address, or by the id of an account without one. */
const personOf = (whom: string) => (isId(whom) ? { id: whom } : { email: whom });

export async function findPersonRows(db: Executor, email: string): Promise<PersonRows> {
  const user = await users.find(db, personOf(email));
  const idsIn = async (name: 'proposals' | 'drafts') =>
    user ? (await table(name).list(db, { user_id: user.id }, ['id'])).map(({ id }) => id) : [];
  const proposalIds = await idsIn('proposals');
  const documents = await among(proposalIds, (ids) =>
    db
      .selectFrom('documents')
      .select(['key', 'clean_key'])
      .where('proposal_id', 'in', ids)
      .execute(),
  );
  const versions = await among(proposalIds, (ids) =>
    db.selectFrom('version_documents').select('key').where('proposal_id', 'in', ids).execute(),
  );
  const drafted = user ? await table('draft_documents').list(db, { user_id: user.id }, ['id']) : [];
  return {
    user,
    proposalIds,
    documentKeys: [...new Set([...documents, ...versions].map(({ key }) => key))],
    copyKeys: documents.flatMap(({ clean_key }) => clean_key ?? []),
    draftIds: await idsIn('drafts'),
    draftKeys: drafted
      .flatMap(({ key, parts }) => [key, ...parts.map((part) => part.key)])
      .filter(isFileKey),
    enquiryIds: (await table('enquiries').list(db, { email }, ['id'])).map(({ id }) => id),
    judgedIds: await findJudged(db, proposalIds),
  };
}

/** Entries, reviews and conflicts of these proposals, under which the log names their texts. */
export async function findJudged(db: Executor, proposalIds: string[]): Promise<string[]> {
  if (proposalIds.length === 0) return [];
  const entries = db.selectFrom('entries').select('id').where('proposal_id', 'in', proposalIds);
  const reviews = db.selectFrom('judge_reviews').select('id').where('entry_id', 'in', entries);
  // A conflict that was found again has another id: the log tells which proposal it was about.
  const conflicts = db
    .selectFrom('audit_log')
    .select('subject_id as id')
    .where('subject', '=', 'conflict')
    .where((eb) =>
      eb.or(proposalIds.map((id) => sql<SqlBool>`cast(changes as text) like ${`%${id}%`}`)),
    );
  const found = [await entries.execute(), await reviews.execute(), await conflicts.execute()];
  return [...new Set(found.flat().map(({ id }) => id))];
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
  { user, proposalIds, draftIds, enquiryIds, judgedIds }: PersonRows,
): Promise<void> {
  const subjects = [...proposalIds, ...draftIds, ...enquiryIds, ...(user ? [user.id] : [])];
  await forgetEntries(tx, [...subjects, ...judgedIds], user?.id);
  await deleteMailsAbout(tx, [...proposalIds, ...enquiryIds]);
  // An undelivered mail to the firm contains what they wrote.
  const mailIds = await findMailsAbout(tx, email);
  if (mailIds.length > 0) await tx.deleteFrom('mails').where('id', 'in', mailIds).execute();
  if (enquiryIds.length > 0)
    await tx.deleteFrom('enquiries').where('id', 'in', enquiryIds).execute();
  await table('members').remove(tx, { email, accepted_at: null });
  if (!user) return;
  await forgetReceipts(tx, user.id);
  await table('proposals').remove(tx, { user_id: user.id });
  await table('idempotency_keys').remove(tx, { scope: user.id });
  await users.remove(tx, { id: user.id });
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
