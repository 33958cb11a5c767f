/** Drafts of one applicant. Another person's draft looks like one that does not exist. */
import { DAY_MS, DRAFTS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Draft, DraftFields, ListDraftsQuery, SaveDraftInput } from '#domain/drafts/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import { SHARED_RULES, Problem } from '#domain/problem.ts';
import { PROGRAM, ownDeadline } from '#domain/programs/rules.ts';
import { isDocumentKind } from '#domain/proposals/rules.ts';
import type { SentAnswers } from '#domain/questions/schema.ts';
import { audit } from '../audit.ts';
import {
  requireVersion,
  type UserContext,
  type Versioned,
  type Services,
  type Context,
} from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { deleteFiles } from '../files/delete-files.ts';
import type { LinkQuery } from '../files/links.ts';
import { isFileKey } from '../files/store.ts';
import { tellRemoved, requireOwner, showMembers, tagOf } from '../members/members.ts';
import {
  missingDocument,
  openDocument,
  requireUnlocked,
  signDocumentLink,
  requireOwnPage,
  showDocument,
} from '../proposals/documents.ts';
import { DESCRIPTION } from '../proposals/presentation.ts';
import { findProgramFacts, keepProgram, lockApplicantFacts } from '../proposals/store.ts';
import { requireTaking } from '../proposals/submission.ts';
import { mergeAnswers, readStored, storedAnswers } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { countBeginning } from '../rate-limits/service.ts';
import { endReceipt, findLapsedOf, findWaiting, lockWaiting } from '../receipts/store.ts';
import { prepareText } from '../text/stored-text.ts';
import { dropReminder } from './deadlines.ts';
import { presentDraft, presentListed, readWhole } from './presentation.ts';
import * as store from './store.ts';
import { dropNotice } from './waiting.ts';

type VersionedDraft = Versioned<'draft', Draft>;

export const draftNotFound = () => new Problem('not_found', DRAFT_RULES.notFound);
const programGone = () => new Problem('not_found', PROGRAM.notFound);

/**
 * Whose draft is meant: `id` is that of a draft which the caller owns or is a member of, or of the
 * program that it is their own draft for.
 */
export async function reachDraft({ actor }: UserContext, db: Executor, id: string) {
  const reached = isId(id) ? await store.findReached(db, id, actor.id) : undefined;
  return reached
    ? { userId: reached.user_id, programId: reached.program_id }
    : { userId: actor.id, programId: id };
}

/** The same for what only its owner may do; returns the program. */
export async function reachOwnDraft(context: UserContext, db: Executor, id: string) {
  const reached = isId(id) ? await store.findReached(db, id, context.actor.id) : undefined;
  if (reached) requireOwner(context, reached);
  return reached?.program_id ?? id;
}

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

export async function listDrafts({ actor, db }: UserContext, query: ListDraftsQuery) {
  const rows = choose(await store.listDraftsOf(db.read, actor.id), query);
  const page = rows.slice(query.skip, query.skip + query.limit);
  const whole = await readWhole(db.read, actor.id, page);
  return { items: await Promise.all(whole.map(presentListed)), total: rows.length };
}

export async function getDraft(context: UserContext, programId: string): Promise<VersionedDraft> {
  const found = await findDraft(context, programId);
  if (!found) throw draftNotFound();
  return found;
}

export async function findDraft(
  context: UserContext,
  programId: string,
  db: Executor = context.db.read,
) {
  const row = isId(programId)
    ? await store.findDraft(db, await reachDraft(context, db, programId))
    : undefined;
  if (!row) return undefined;
  const [whole] = await readWhole(db, context.actor.id, [row]);
  const lapsed = await findLapsedOf(db, row.id);
  const members = await showMembers(context, db, 'draft', row);
  const version = members.length > 0 ? `${row.version}.${tagOf(members)}` : row.version;
  return { draft: await presentDraft(whole!, lapsed, members), version };
}

export async function requireOpen(
  context: UserContext,
  { userId, programId }: store.Owner,
  db: Executor = context.db.read,
): Promise<void> {
  const program = isId(programId) ? await findProgramFacts(db, programId, userId) : undefined;
  if (!program?.is_public) throw programGone();
  requireTaking(context, program);
}

/** As stored: a cleared field is the empty text, and the description is sanitised. */
async function prepareFields(context: UserContext, { business_description, ...rest }: DraftFields) {
  if (business_description === undefined) return rest;
  const { html, mark } = await prepareText(context, DESCRIPTION, business_description);
  return { ...rest, business_description: html, rich_text_mark: mark };
}

/** Locks the draft until the transaction ends; creates it if there is none. */
async function lockDraft(context: UserContext, tx: Executor, owner: store.Owner) {
  const found = await store.lockDraft(tx, owner);
  const isUnwanted = found ? context.ifNoneMatch?.trim() === '*' : Boolean(context.ifMatch);
  if (isUnwanted) throw new Problem('changed_meanwhile', SHARED_RULES.changedMeanwhile);
  if (found) return found;
  await findOrCreateDraft(context, tx, owner);
  return (await store.lockDraft(tx, owner))!;
}

async function mergeStored(
  tx: Executor,
  { programId }: store.Owner,
  old: Row<'drafts'>,
  sent: SentAnswers,
): Promise<string | null> {
  const questions = await listQuestions(tx, programId);
  const { business_name, business_location, business_website, business_description } = old;
  return storedAnswers(mergeAnswers(questions, readStored(old.answers), sent), {
    ...{ business_name, business_location, business_website, business_description },
  });
}

/** Creates or saves a draft: sent fields and answers replace stored ones, the others stay. */
export async function saveDraft(
  context: UserContext,
  programId: string,
  { fields: sent, answers }: SaveDraftInput,
): Promise<VersionedDraft> {
  const owner = await reachDraft(context, context.db.read, programId);
  await requireOpen(context, owner);
  const fields = await prepareFields(context, sent);
  const { unneeded, saved } = await context.db
    .write(async (tx) => {
      const gone = await writeDraft(context, tx, owner, fields, answers);
      // Read here: right after it, a submission may take the draft.
      return { unneeded: gone, saved: (await findDraft(context, programId, tx))! };
    })
    .catch((error) => {
      throw isForeignKeyViolation(error) ? programGone() : error;
    });
  await deleteFiles(context, unneeded);
  return saved;
}

async function writeDraft(
  context: UserContext,
  tx: Executor,
  owner: store.Owner,
  fields: Awaited<ReturnType<typeof prepareFields>>,
  answers: SentAnswers | undefined,
): Promise<string[]> {
  if (answers) await keepProgram(tx, owner.programId);
  const old = await lockDraft(context, tx, owner);
  if (await findWaiting(tx, old.id)) throw new Problem('submitting', DRAFT_RULES.submitting);
  requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
  const merged = answers && (await mergeStored(tx, owner, old, answers));
  const columns = { ...fields, ...(merged !== undefined && { answers: merged }) };
  const changes = changesIn(old as never, columns);
  if (!isEmptyChange(changes)) {
    const by = { saved_at: context.clock(), saved_by: context.actor.id };
    const saved = { ...by, version: old.version + 1 };
    await store.drafts.change(tx, { id: old.id }, { ...changes, ...saved });
  }
  return answers ? takeOutFiles(context, tx, old.id, answers) : [];
}

/** Null takes a file out, even one still coming; returns what is to be deleted after the commit. */
async function takeOutFiles(
  context: UserContext,
  tx: Executor,
  draftId: string,
  answers: SentAnswers,
): Promise<string[]> {
  const gone = (await store.listDocumentsOf(tx, draftId)).filter(
    ({ kind }) => !isDocumentKind(kind) && answers[kind] === null,
  );
  for (const { id, kind } of gone) {
    await store.documents.remove(tx, { id });
    await audit(tx, context, 'uploads.delete', 'upload', id, { before: { kind } });
  }
  return fileKeysOf(gone);
}

/**
 * Deletes a draft with its documents, and withdraws a submission that waits for them. Deletes files
 * after the commit.
 */
export async function deleteDraft(context: UserContext, programId: string): Promise<void> {
  if (!isId(programId)) throw draftNotFound();
  const keys = await context.db.write(async (tx) => {
    const owned = await reachOwnDraft(context, tx, programId);
    const row = await store.lockDraft(tx, { userId: context.actor.id, programId: owned });
    if (!row) throw draftNotFound();
    requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
    const waiting = await lockWaiting(tx, row.id);
    if (waiting) await withdraw(context, tx, waiting.number);
    await dropReminder(tx, row, context.clock());
    const documents = await store.listDocumentsOf(tx, row.id);
    await tellRemoved(context, tx, 'draft', [row.id]);
    await store.deleteDraft(tx, row.id);
    await audit(tx, context, 'drafts.delete', 'draft', row.id, {
      before: { program_id: owned },
    });
    return fileKeysOf(documents);
  });
  context.notifyMailSoon();
  await deleteFiles(context, keys);
}

async function withdraw(context: UserContext, tx: Executor, number: string): Promise<void> {
  await endReceipt(tx, number, { state: 'withdrawn' });
  await dropNotice(tx, number, context.clock());
  await audit(tx, context, 'receipts.withdraw', 'receipt', number);
}

/**
 * The owner's draft for the program, created if there is none and locked until the transaction ends;
 * a member finds it, or hears that it is gone. The owner's account is locked first, as by a
 * submission that is settled; the caller must not hold the draft yet. Fails with a foreign key
 * violation if the program is deleted.
 */
export async function findOrCreateDraft(context: UserContext, tx: Executor, owner: store.Owner) {
  const { actor, clock } = context;
  if (owner.userId !== actor.id) {
    const shared = await store.lockDraft(tx, owner);
    if (!shared) throw draftNotFound();
    return { id: shared.id, isNew: false };
  }
  await lockApplicantFacts(tx, actor.id);
  const draft = await store.findOrInsertDraft(tx, owner, clock());
  if (draft.isNew) await countBeginning(context, tx, actor.id);
  return draft;
}

const BATCH = 100;

export const fileKeysOf = (documents: store.DraftDocumentRow[]): string[] =>
  documents.flatMap(({ key, parts }) => [key, ...parts.map((part) => part.key)]).filter(isFileKey);

export async function findFileKeysFor(tx: Executor, programId: string): Promise<string[]> {
  const drafts = await store.listDraftsFor(tx, programId);
  return fileKeysOf(
    await store.listDocuments(
      tx,
      drafts.map(({ id }) => id),
    ),
  );
}

/** Deletes drafts whose program closed thirty days ago. */
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

/** Drafts are looked through for viruses only once they have been submitted. */
const UNSCANNED = { words: null, scanned_at: null, threat: null };

export async function viewDraftDocument(
  context: UserContext,
  programId: string,
  kind: string,
  asked: Parameters<typeof showDocument>[2],
) {
  requireOwnPage(asked);
  return showDocument(context, await findOwn(context, programId, kind), asked);
}

/** A download link for it, for an hour. */
export async function getDraftDocumentLink(context: UserContext, programId: string, kind: string) {
  const { key, name } = await findOwn(context, programId, kind);
  return signDocumentLink(context, key, name);
}

async function findOwn(context: UserContext, programId: string, kind: string) {
  const { read } = context.db;
  const found = isId(programId)
    ? await store.findReadyDocument(read, await reachDraft(context, read, programId), kind)
    : undefined;
  if (!found?.sha256) throw missingDocument();
  requireUnlocked(context, { kind: found.kind, ...UNSCANNED });
  const { key, size, sha256, name } = found;
  return { key, size: Number(size), sha256, name };
}

/** Opens what a signed link leads to, a proposal's document or a draft's: see `openDocument`. */
export const openLinkedDocument = (context: Context, link: LinkQuery) =>
  openDocument(context, link, async (key) => {
    const found = await store.documents.find(context.db.read, { key, state: 'ready' });
    return found?.sha256 ? { ...found, sha256: found.sha256, ...UNSCANNED } : undefined;
  });
