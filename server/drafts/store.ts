/** Every SQL statement about drafts and the documents that wait in them. */
import { randomInt, randomUUID } from 'node:crypto';
import { expressionBuilder, sql, type Insertable, type Selectable } from 'kysely';
import { DRAFTS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { Problem } from '#domain/problem.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { lockRows, lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { insertRows, rowsStatement, statement, writeStatement } from '../db/statement.ts';
import type { DraftDocumentsTable, DraftFieldColumns, DraftsTable } from '../db/draft-tables.ts';
import type { Tables } from '../db/tables.ts';
import { closesAfter } from '../extensions/store.ts';
import { asksQuestions } from '../questions/store.ts';

/**
 * The number of versions that a draft may begin with: an ETag of a deleted draft does not fit the
 * next one for the same program.
 */
const FIRST_VERSIONS = 2 ** 30;

export type Owner = { userId: string; programId: string };

/** For queries on drafts: whether a receipt waits for their documents. */
export function isWaiting() {
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
 * ends: of several concurrent callers, one creates it and the others find it. Refuses with 409 an
 * applicant who has the maximum number. Fails with a foreign key violation if the program is
 * deleted.
 */
export async function findOrInsertDraft(
  tx: Executor,
  owner: { userId: string; programId: string },
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
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

async function requireRoom(tx: Executor, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) > DRAFTS.perApplicant)
    throw new Problem('too_many_drafts', DRAFT_RULES.tooMany);
}

const withProgram = (db: Executor) =>
  db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'drafts.program_id')
        .onRef('extensions.user_id', '=', 'drafts.user_id'),
    )
    .selectAll('drafts')
    .select(['programs.title', 'programs.deadline_date', 'extensions.extended_until'])
    .select(asksQuestions('drafts.program_id').as('asks_questions'));

/** With the title and the deadline of its program, and the applicant's extension. */
export type DraftRow = Awaited<
  ReturnType<ReturnType<typeof withProgram>['executeTakeFirstOrThrow']>
>;

const ownDraft = statement((db, userId: string, programId: string) =>
  withProgram(db).where('drafts.user_id', '=', userId).where('drafts.program_id', '=', programId),
);

export const findDraft = (db: Executor, owner: Owner): Promise<DraftRow | undefined> =>
  ownDraft(db, owner.userId, owner.programId);

/** All drafts of one applicant, who can have at most `DRAFTS.perApplicant`. */
export async function listDraftsOf(db: Executor, userId: string): Promise<DraftRow[]> {
  return withProgram(db).where('drafts.user_id', '=', userId).execute();
}

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

export type LockedDraft = DraftsTable;

export const lockDraft = (tx: Executor, owner: Owner): Promise<DraftsTable | undefined> =>
  lockedDraft(tx, owner.userId, owner.programId);

export async function lockDraftById(
  db: Db,
  tx: Executor,
  id: string,
): Promise<DraftsTable | undefined> {
  return lockRows(db, tx.selectFrom('drafts').selectAll().where('id', '=', id)).executeTakeFirst();
}

type SavedDraft = Partial<DraftFieldColumns> &
  Partial<Pick<DraftsTable, 'rich_text_mark' | 'reminded_at' | 'answers'>> &
  Pick<DraftsTable, 'saved_at' | 'version'>;

export async function changeDraft(tx: Executor, id: string, saved: SavedDraft): Promise<void> {
  await tx.updateTable('drafts').set(saved).where('id', '=', id).execute();
}

/** Its documents are deleted by cascade. */
export const deleteDraft = writeStatement((tx, id: string) =>
  tx.deleteFrom('drafts').where('id', '=', id),
);

export type DraftDocumentRow = Selectable<DraftDocumentsTable>;

export async function listDocuments(db: Executor, draftIds: string[]): Promise<DraftDocumentRow[]> {
  if (draftIds.length === 0) return [];
  return db.selectFrom('draft_documents').selectAll().where('draft_id', 'in', draftIds).execute();
}

/** A document that is complete and checked already. */
export const insertReady = (tx: Executor, row: Insertable<DraftDocumentsTable>): Promise<void> =>
  insertRows(tx, 'draft_documents', [row]);

/** Those of one draft. */
export const listDocumentsOf: (db: Executor, draftId: string) => Promise<DraftDocumentRow[]> =
  rowsStatement((db, draftId: string) =>
    db.selectFrom('draft_documents').selectAll().where('draft_id', '=', draftId),
  );

/** A document that is complete and checked, of one's own draft. */
export async function findReadyDocument(
  db: Executor,
  owner: Owner,
  kind: string,
): Promise<DraftDocumentRow | undefined> {
  return db
    .selectFrom('draft_documents')
    .innerJoin('drafts', 'drafts.id', 'draft_documents.draft_id')
    .selectAll('draft_documents')
    .where('drafts.user_id', '=', owner.userId)
    .where('drafts.program_id', '=', owner.programId)
    .where('draft_documents.kind', '=', kind as DocumentKind)
    .where('draft_documents.state', '=', 'ready')
    .executeTakeFirst();
}

/** The same by its key, of whoever has a signed link to it. */
export async function findLinkedDocument(
  db: Executor,
  key: string,
): Promise<DraftDocumentRow | undefined> {
  return db
    .selectFrom('draft_documents')
    .selectAll()
    .where('key', '=', key)
    .where('state', '=', 'ready')
    .executeTakeFirst();
}

/** Drafts of programs that closed before then, unless a submission still waits for documents. */
export async function listExpired(
  db: Executor,
  closedBefore: Date,
  limit: number,
): Promise<{ id: string }[]> {
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
