/** Drafts, their documents, and whom a deadline concerns. */
import { randomInt, randomUUID } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import { DRAFTS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { Problem } from '#domain/problem.ts';
import { lockRows, lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { rowsOf, rowsStatement, statement, writeStatement } from '../db/statement.ts';
import { table } from '../db/table.ts';
import type { Row, Tables } from '../db/tables.ts';
import { closesAfter, isExtendedBeyond, ownExtension } from '../extensions/store.ts';
import { isReachedBy, listSharedWith } from '../members/store.ts';
import { asksQuestions } from '../questions/store.ts';
import { findWaiting } from '../receipts/store.ts';

/**
 * The number of versions that a draft may begin with: an ETag of a deleted draft does not fit the
 * next one for the same program.
 */
const FIRST_VERSIONS = 2 ** 30;

export type Owner = { userId: string; programId: string };

export const drafts = table('drafts');
export const documents = table('draft_documents');

/** For queries on drafts: whether a receipt waits for their documents. */
function isWaiting() {
  const { exists, selectFrom } = expressionBuilder<Tables, 'drafts'>();
  return exists(
    selectFrom('receipts')
      .select('receipts.number')
      .whereRef('receipts.draft_id', '=', 'drafts.id')
      .where('receipts.state', '=', 'waiting_for_documents'),
  );
}

/**
 * The applicant's draft for the program, created if there is none and locked until the transaction
 * ends: of several concurrent callers, one creates it and the others find it. Fails with a foreign
 * key violation if the program is deleted.
 */
export async function findOrInsertDraft(tx: Executor, owner: Owner, now: Date) {
  const newId = randomUUID();
  const { id } = await tx
    .insertInto('drafts')
    .values({
      id: newId,
      user_id: owner.userId,
      program_id: owner.programId,
      business_name: null,
      business_location: null,
      business_website: null,
      business_description: null,
      rich_text_mark: '',
      created_at: now,
      saved_at: now,
      saved_by: owner.userId,
      version: randomInt(FIRST_VERSIONS),
      reminded_at: null,
    })
    .onConflict((conflict) =>
      // An update without effect, which locks the row and returns its id.
      conflict.columns(['user_id', 'program_id']).doUpdateSet({ version: sql`drafts.version` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const isNew = id === newId;
  if (isNew) await requireRoom(tx, owner.userId);
  return { id, isNew };
}

export const countDraftsOf = (tx: Executor, user_id: string) => drafts.count(tx, { user_id });

async function requireRoom(tx: Executor, userId: string): Promise<void> {
  if ((await countDraftsOf(tx, userId)) > DRAFTS.perApplicant)
    throw new Problem('too_many_drafts', DRAFT_RULES.tooMany);
}

const withProgram = (db: Executor) =>
  db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .leftJoin('extensions', ownExtension('drafts'))
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .leftJoin('users as saver', 'saver.id', 'drafts.saved_by')
    .selectAll('drafts')
    .select(['users.first_name', 'users.last_name'])
    .select(['saver.first_name as saver_first_name', 'saver.last_name as saver_last_name'])
    .select(['programs.title', 'programs.deadline_date', 'extensions.extended_until'])
    .select(asksQuestions('drafts.program_id').as('asks_questions'));

export type DraftRow = Awaited<
  ReturnType<ReturnType<typeof withProgram>['executeTakeFirstOrThrow']>
>;

const ownDraft = statement((db, userId: string, programId: string) =>
  withProgram(db).where('drafts.user_id', '=', userId).where('drafts.program_id', '=', programId),
);

export const findDraft = (db: Executor, owner: Owner): Promise<DraftRow | undefined> =>
  ownDraft(db, owner.userId, owner.programId);

const ownDrafts = rowsStatement((db, userId: string) =>
  withProgram(db).where('drafts.user_id', '=', userId),
);
const draftsAmong = rowsOf((db, isAmong) => withProgram(db).where(isAmong('drafts.id')));

/** Those that this person owns, and those that they are a member of. */
export async function listDraftsOf(db: Executor, personId: string): Promise<DraftRow[]> {
  const shared = await listSharedWith(db, 'draft', personId);
  return [...(await ownDrafts(db, personId)), ...(await draftsAmong(db, shared))];
}

/** The draft with this id, if this person owns it or is a member of it. */
export const findReached: (
  db: Executor,
  id: string,
  personId: string,
) => Promise<ReachedDraft | undefined> = statement((db, id: string, personId: string) =>
  db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .select(['drafts.id', 'drafts.user_id', 'drafts.program_id'])
    .select(['users.first_name', 'users.last_name'])
    .where('drafts.id', '=', id)
    .where(isReachedBy('draft', personId)),
);
export type ReachedDraft = Pick<Row<'drafts'>, 'id' | 'user_id' | 'program_id'> &
  Pick<Row<'users'>, 'first_name' | 'last_name'>;

/** Which program a draft of this person was for that they have submitted. */
export const findSubmitted = async (db: Executor, draft_id: string, user_id: string) =>
  (await table('receipts').find(db, { draft_id, user_id }))?.program_id ?? undefined;

const lockedDraft = statement((tx, userId: string, programId: string) =>
  lockRowsOn(
    tx,
    tx
      .selectFrom('drafts')
      .selectAll()
      .where('user_id', '=', userId)
      .where('program_id', '=', programId),
  ),
);

export type LockedDraft = Row<'drafts'>;

export const lockDraft = (tx: Executor, owner: Owner): Promise<LockedDraft | undefined> =>
  lockedDraft(tx, owner.userId, owner.programId);

/** Null: never sent; empty: cleared. */
export type DraftFields = Pick<
  Row<'drafts'>,
  'business_name' | 'business_location' | 'business_website' | 'business_description'
>;

/** Its documents are deleted by cascade. */
export const deleteDraft = writeStatement((tx, id: string) =>
  tx.deleteFrom('drafts').where('id', '=', id),
);

export type DraftDocumentRow = Row<'draft_documents'>;

export async function listDocuments(db: Executor, draftIds: string[]): Promise<DraftDocumentRow[]> {
  if (draftIds.length === 0) return [];
  return db.selectFrom('draft_documents').selectAll().where('draft_id', 'in', draftIds).execute();
}

export const listDocumentsOf: (db: Executor, draftId: string) => Promise<DraftDocumentRow[]> =
  rowsStatement((db, draftId: string) =>
    db.selectFrom('draft_documents').selectAll().where('draft_id', '=', draftId),
  );

export async function findReadyDocument(db: Executor, owner: Owner, kind: string) {
  return db
    .selectFrom('draft_documents')
    .innerJoin('drafts', 'drafts.id', 'draft_documents.draft_id')
    .selectAll('draft_documents')
    .where('drafts.user_id', '=', owner.userId)
    .where('drafts.program_id', '=', owner.programId)
    .where('draft_documents.kind', '=', kind)
    .where('draft_documents.state', '=', 'ready')
    .executeTakeFirst();
}

/** Drafts of programs that closed before then, unless a submission still waits for documents. */
export async function listExpired(db: Executor, closedBefore: Date, limit: number) {
  return db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .select('drafts.id')
    .where(({ not }) => not(closesAfter(closedBefore)))
    .where(({ not }) => not(isWaiting()))
    .limit(limit)
    .execute();
}

export async function listDraftsFor(db: Executor, programId: string): Promise<{ id: string }[]> {
  return db.selectFrom('drafts').select('id').where('program_id', '=', programId).execute();
}

/** Drafts of a program: those that are not submitted, and those that wait for documents. */
export async function countDrafts(db: Executor, programId: string) {
  const rows = await db
    .selectFrom('drafts')
    .select((eb) => [isWaiting().as('waits'), eb.fn.countAll<number>().as('count')])
    .where('program_id', '=', programId)
    .groupBy('waits')
    .execute();
  const count = (waits: boolean) =>
    Number(rows.find((row) => Boolean(row.waits) === waits)?.count ?? 0);
  return { open: count(false), waiting: count(true) };
}

/** Drafts of each program that are not submitted; programs without are left out. */
export async function countDraftsByProgram(db: Executor): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('drafts')
    .select((eb) => ['program_id', eb.fn.countAll<number>().as('total')])
    .where(({ not }) => not(isWaiting()))
    .groupBy('program_id')
    .execute();
  return new Map(rows.map(({ program_id, total }) => [program_id, Number(total)]));
}

/** Drafts that are not submitted, of people without an extension that lasts beyond `beyond`. */
const open = (db: Executor, programId: string, beyond: Date) =>
  db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .where('drafts.program_id', '=', programId)
    .where('users.is_active', '=', true)
    .where(({ not }) => not(isWaiting()))
    .where(({ not }) => not(isExtendedBeyond(beyond)));

/** Everybody with a draft that is not submitted, whose own deadline moves within `beyond`. */
export const listOpenDrafts = (db: Executor, programId: string, beyond: Date) =>
  open(db, programId, beyond)
    .leftJoin('extensions', ownExtension('drafts'))
    .select(['drafts.id', 'users.email', 'users.first_name', 'extensions.extended_until'])
    .execute();

/**
 * Each person's newest undecided proposal, of those who have nothing unsubmitted for the program
 * and whose own deadline moves within `beyond`.
 */
export async function listSubmitters(db: Executor, programId: string, beyond: Date) {
  const rows = await db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .leftJoin('extensions', ownExtension('proposals'))
    .select(['proposals.id', 'proposals.user_id', 'users.email', 'users.first_name'])
    .select('extensions.extended_until')
    .where('proposals.program_id', '=', programId)
    .where('proposals.decision', '=', 'undecided')
    .where('users.is_active', '=', true)
    .where(({ eb, or }) =>
      or([
        eb('extensions.extended_until', 'is', null),
        eb('extensions.extended_until', '<=', beyond),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('drafts')
            .select('drafts.id')
            .whereRef('drafts.user_id', '=', 'proposals.user_id')
            .whereRef('drafts.program_id', '=', 'proposals.program_id')
            .where((eb) => eb.not(isWaiting())),
        ),
      ),
    )
    .orderBy('proposals.created_at', 'desc')
    .execute();
  return [...new Map(rows.toReversed().map((row) => [row.user_id, row])).values()];
}

export async function countOpenDrafts(db: Executor, programId: string, beyond: Date) {
  const { total } = await open(db, programId, beyond)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** People who were reminded of the old deadline are reminded of the new one. */
export async function forgetReminders(tx: Executor, programId: string, beyond: Date) {
  await tx
    .updateTable('drafts')
    .set({ reminded_at: null })
    .where('program_id', '=', programId)
    .where('reminded_at', 'is not', null)
    .where(({ not }) => not(isExtendedBeyond(beyond)))
    .execute();
}

type Window = { now: Date; closesBefore: Date; savedBefore: Date };

/** Drafts of programs that close soon, whose owners want a reminder and have not had one. */
export async function listDue(
  db: Executor,
  { now, closesBefore, savedBefore }: Window,
  limit: number,
): Promise<{ id: string }[]> {
  return db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .select('drafts.id')
    .where('drafts.reminded_at', 'is', null)
    .where('drafts.saved_at', '<=', savedBefore)
    .where(closesAfter(now))
    .where(({ not }) => not(closesAfter(closesBefore)))
    .where('users.is_active', '=', true)
    .where('users.wants_reminders', '=', true)
    .where(({ not }) => not(isWaiting()))
    .limit(limit)
    .execute();
}

/**
 * True only for the first caller, unless the draft was submitted in the meantime; others wait until
 * its transaction ends.
 */
export async function markReminded(db: Db, tx: Executor, id: string, now: Date): Promise<boolean> {
  const open = tx.selectFrom('drafts').select('id').where('id', '=', id);
  const held = await lockRows(db, open.where('reminded_at', 'is', null)).executeTakeFirst();
  if (!held || (await findWaiting(tx, id))) return false;
  await drafts.change(tx, { id }, { reminded_at: now });
  return true;
}

export async function findReminded(tx: Executor, id: string) {
  return tx
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .leftJoin('extensions', ownExtension('drafts'))
    .selectAll('drafts')
    .select(['programs.title', 'programs.deadline_date', 'extensions.extended_until'])
    .select(['users.email', 'users.first_name'])
    .where('drafts.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** True if reminders were on until now. */
export async function stopReminders(tx: Executor, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({
      wants_reminders: false,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', userId)
    .where('wants_reminders', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
