/** Drafts of one applicant. Another person's draft looks like one that does not exist. */
import { foldText } from '#domain/fold-text.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Draft, DraftFields, ListDraftsQuery, SaveDraftInput } from '#domain/drafts/schema.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { ownDeadline } from '#domain/programs/rules.ts';
import type { SentAnswers } from '#domain/questions/schema.ts';
import { DAY_MS } from '#domain/durations.ts';
import { DRAFTS } from '#domain/constants.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Versioned, type Services } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { isId } from '../db/ids.ts';
import type { DraftsTable } from '../db/draft-tables.ts';
import type { Executor } from '../db/open.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { DESCRIPTION } from '../proposals/presentation.ts';
import { requireTaking } from '../proposals/insertion.ts';
import { findProgramFacts, keepProgram, lockApplicantFacts } from '../proposals/store.ts';
import { mergeAnswers, readStored, storedAnswers } from '../questions/answers.ts';
import { listQuestions } from '../questions/store.ts';
import { endReceipt, findLapsedOf, findWaiting, lockWaiting } from '../receipts/store.ts';
import { prepareText } from '../text/stored-text.ts';
import { countBeginning } from '../rate-limits/service.ts';
import { isFileKey } from '../files/store.ts';
import { presentDraft, presentListed, readWhole } from './presentation.ts';
import { dropReminder } from './reminder-service.ts';
import * as store from './store.ts';
import { dropNotice } from './waiting-service.ts';

type VersionedDraft = Versioned<'draft', Draft>;

export const draftNotFound = () => new Problem('not_found', DRAFT_RULES.notFound);
const programGone = () => new Problem('not_found', PROGRAM.notFound);

const ownerOf = ({ actor }: UserContext, programId: string): store.Owner => ({
  userId: actor.id,
  programId,
});

/** Filters and sorts in memory: one applicant has few drafts. */
function choose(rows: store.DraftRow[], { q, sort }: ListDraftsQuery): store.DraftRow[] {
  const words = foldText(q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const column = (row: store.DraftRow): Date =>
    sort.endsWith('saved_at') ? row.saved_at : ownDeadline(row);
  const sign = sort.startsWith('-') ? -1 : 1;
  const textOf = ({ title, business_name }: store.DraftRow) =>
    foldText(`${title} ${business_name ?? ''}`);
  return rows
    .filter((row) => words.every((word) => textOf(row).includes(word)))
    .sort((one, other) => sign * (column(one).getTime() - column(other).getTime()));
}

export async function listDrafts(
  { actor, db }: UserContext,
  query: ListDraftsQuery,
): Promise<{ items: Draft[]; total: number }> {
  const rows = choose(await store.listDraftsOf(db.read, actor.id), query);
  const page = rows.slice(query.skip, query.skip + query.limit);
  const whole = await readWhole(db.read, actor.id, page);
  return { items: await Promise.all(whole.map(presentListed)), total: rows.length };
}

/** Refuses with 404. */
export async function getDraft(context: UserContext, programId: string): Promise<VersionedDraft> {
  const found = await findDraft(context, programId);
  if (!found) throw draftNotFound();
  return found;
}

export async function findDraft(
  context: UserContext,
  programId: string,
): Promise<VersionedDraft | undefined> {
  const { actor, db } = context;
  const row = isId(programId)
    ? await store.findDraft(db.read, ownerOf(context, programId))
    : undefined;
  if (!row) return undefined;
  const [whole] = await readWhole(db.read, actor.id, [row]);
  const lapsed = await findLapsedOf(db.read, row.id);
  return { draft: await presentDraft(whole!, lapsed), version: row.version };
}

/** Refuses with 404 a program that is deleted or hidden, and with 409 one that is not open now. */
export async function requireOpen(context: UserContext, programId: string): Promise<void> {
  const { db, actor } = context;
  const program = isId(programId)
    ? await findProgramFacts(db.read, programId, actor.id)
    : undefined;
  if (!program?.is_public) throw programGone();
  requireTaking(context, program);
}

/** As stored: a cleared field is the empty text, and the description is sanitised. */
async function prepareFields(context: UserContext, { business_description, ...rest }: DraftFields) {
  if (business_description === undefined) return rest;
  const { html, mark } = await prepareText(context, DESCRIPTION, business_description);
  return { ...rest, business_description: html, rich_text_mark: mark };
}

/**
 * Locks the draft until the transaction ends; creates it if there is none. Refuses with 412 if the
 * headers expect the opposite.
 */
async function lockDraft(
  context: UserContext,
  tx: Executor,
  owner: store.Owner,
): Promise<DraftsTable> {
  const found = await store.lockDraft(tx, owner);
  const isUnwanted = found ? context.ifNoneMatch?.trim() === '*' : Boolean(context.ifMatch);
  if (isUnwanted) throw new Problem('changed_meanwhile', SHARED_RULES.changedMeanwhile);
  if (found) return found;
  await findOrCreateDraft(context, tx, owner.programId);
  return (await store.lockDraft(tx, owner))!;
}

async function mergeStored(
  tx: Executor,
  { programId }: store.Owner,
  old: DraftsTable,
  sent: SentAnswers,
): Promise<string | null> {
  const questions = await listQuestions(tx, programId);
  const { business_name, business_location, business_website, business_description } = old;
  return storedAnswers(mergeAnswers(questions, readStored(old.answers), sent), {
    ...{ business_name, business_location, business_website, business_description },
  });
}

/**
 * Creates or saves a draft: sent fields and answers replace stored ones, the others stay. Refuses
 * with 404, 409 `deadline_passed` and `not_open_yet` by its program, 409 `submitting` while it
 * waits for documents, 412, and 413 and 422 for what is too long.
 */
export async function saveDraft(
  context: UserContext,
  programId: string,
  { fields: sent, answers }: SaveDraftInput,
): Promise<VersionedDraft> {
  await requireOpen(context, programId);
  const fields = await prepareFields(context, sent);
  const owner = ownerOf(context, programId);
  await context.db
    .write((tx) => writeDraft(context, tx, owner, fields, answers))
    .catch((error) => {
      throw isForeignKeyViolation(error) ? programGone() : error;
    });
  return getDraft(context, programId);
}

async function writeDraft(
  context: UserContext,
  tx: Executor,
  owner: store.Owner,
  fields: Awaited<ReturnType<typeof prepareFields>>,
  answers: SentAnswers | undefined,
): Promise<void> {
  if (answers) await keepProgram(tx, owner.programId);
  const old = await lockDraft(context, tx, owner);
  if (await findWaiting(tx, old.id)) throw new Problem('submitting', DRAFT_RULES.submitting);
  requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
  const merged = answers && (await mergeStored(tx, owner, old, answers));
  const columns = { ...fields, ...(merged !== undefined && { answers: merged }) };
  const changes = changesIn(old as never, columns);
  if (isEmptyChange(changes)) return;
  const saved = { saved_at: context.clock(), version: old.version + 1 };
  await store.changeDraft(tx, old.id, { ...changes, ...saved });
}

/**
 * Deletes a draft with its documents, and withdraws a submission that waits for them. Refuses with
 * 404 and 412. Deletes files after the commit.
 */
export async function deleteDraft(context: UserContext, programId: string): Promise<void> {
  if (!isId(programId)) throw draftNotFound();
  const owner = ownerOf(context, programId);
  const keys = await context.db.write(async (tx) => {
    const row = await store.lockDraft(tx, owner);
    if (!row) throw draftNotFound();
    requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
    const waiting = await lockWaiting(context.db, tx, row.id);
    if (waiting) await withdraw(context, tx, waiting.number);
    await dropReminder(tx, row, context.clock());
    const documents = await store.listDocumentsOf(tx, row.id);
    await store.deleteDraft(tx, row.id);
    await audit(tx, context, 'drafts.delete', 'draft', row.id, {
      before: { program_id: programId },
    });
    return fileKeysOf(documents);
  });
  await deleteFiles(context, keys);
}

async function withdraw(context: UserContext, tx: Executor, number: string): Promise<void> {
  await endReceipt(tx, number, { state: 'withdrawn' });
  await dropNotice(tx, number, context.clock());
  await audit(tx, context, 'receipts.withdraw', 'receipt', number);
}

/**
 * The applicant's draft for the program, created if there is none and locked until the transaction
 * ends. The account is locked first, as by a submission that is settled; the caller must not hold
 * the draft yet. Refuses with 409 and 429 to create one too many. Fails with a foreign key
 * violation if the program is deleted.
 */
export async function findOrCreateDraft(
  context: UserContext,
  tx: Executor,
  programId: string,
): Promise<{ id: string; isNew: boolean }> {
  const { actor, clock } = context;
  await lockApplicantFacts(tx, actor.id);
  const draft = await store.findOrInsertDraft(tx, { userId: actor.id, programId }, clock());
  if (draft.isNew) await countBeginning(context, tx, actor.id);
  return draft;
}

/** Drafts deleted in one transaction. */
const BATCH = 100;

/** File keys of these documents. */
export const fileKeysOf = (documents: store.DraftDocumentRow[]): string[] =>
  documents.flatMap(({ key, parts }) => [key, ...parts.map((part) => part.key)]).filter(isFileKey);

/** File keys of all drafts for this program. */
export async function findFileKeysFor(tx: Executor, programId: string): Promise<string[]> {
  const drafts = await store.listDraftsFor(tx, programId);
  return fileKeysOf(
    await store.listDocuments(
      tx,
      drafts.map(({ id }) => id),
    ),
  );
}

/** Deletes drafts whose program closed thirty days ago. Returns how many. */
export async function deleteExpiredDrafts(services: Services): Promise<number> {
  const { db, clock } = services;
  const closedBefore = new Date(clock().getTime() - DRAFTS.daysAfterDeadline * DAY_MS);
  let deleted = 0;
  for (;;) {
    const { ids, keys } = await db.write(async (tx) => {
      const found = (await store.listExpired(tx, closedBefore, BATCH)).map(({ id }) => id);
      const documents = await store.listDocuments(tx, found);
      for (const id of found) await store.deleteDraft(tx, id);
      return { ids: found, keys: fileKeysOf(documents) };
    });
    await deleteFiles(services, keys);
    deleted += ids.length;
    if (ids.length < BATCH) return deleted;
  }
}
