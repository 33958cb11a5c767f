/** Starts a draft from an earlier proposal of the same person, documents included. */
import { randomUUID } from 'node:crypto';
import { UPLOADS, DAY_MS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Draft } from '#domain/drafts/schema.ts';
import { Problem } from '#domain/problem.ts';
import { documentFileName, isDocumentKind } from '#domain/proposals/rules.ts';
import { filesIn } from '#domain/questions/answers.ts';
import { isFile } from '#domain/questions/rules.ts';
import { isSameQuestion } from '#domain/questions/definitions.ts';
import type { Answer, Answers, Question } from '#domain/questions/schema.ts';
import type { UserContext, Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { findOrCreateDraft, getDraft, reachOwnDraft, requireOpen } from '../drafts/drafts.ts';
import * as store from '../drafts/store.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { stageUpload, discardStaged } from '../files/staging.ts';
import { openVerified } from '../files/verified.ts';
import { requireOwner } from '../members/members.ts';
import { requireProposal } from '../proposals/presentation.ts';
import {
  documentsOf,
  keepProgram,
  type ProposalRow,
  type StoredDocument,
} from '../proposals/store.ts';
import { readStored, storedAnswers, liveOf } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { findWaiting } from '../receipts/store.ts';
import { copying } from './parts.ts';
import { requireRoom } from './uploads.ts';

/** A stored document, and as what the draft takes it over. */
type Copyable = { stored: StoredDocument; kind: string; name: string };
type Copy = Copyable & { key: string };

/**
 * What the draft has already stays; options that are gone are left out. The files are copied in the
 * store, by their digests, a few at a time, and only what the draft lacks.
 */
export async function startFrom(
  context: UserContext,
  programId: string,
  proposalId: string,
): Promise<Versioned<'draft', Draft> & { isNew: boolean }> {
  const { read } = context.db;
  const own = {
    userId: context.actor.id,
    programId: await reachOwnDraft(context, read, programId),
  };
  await requireOpen(context, own);
  const row = await requireProposal(read, { reachedBy: context.actor.id }, proposalId);
  requireOwner(context, row);
  const all = copyable(row, liveOf(await listQuestions(read, own.programId)));
  const isNew = await copying(sizeOf(all), () => copyAndFill(context, own, row, all));
  return { ...(await getDraft(context, programId)), isNew };
}

/** Documents of everybody, and files that answer a question with the same words. */
function copyable(row: ProposalRow, live: readonly Question[]): Copyable[] {
  const named = filesIn(row.answers);
  return documentsOf(row, row.files).flatMap((stored) => {
    const { kind, words = '' } = stored;
    if (isDocumentKind(kind))
      return [{ stored, kind, name: documentFileName(row.business_name, kind) }];
    const asked = live.find((one) => isFile(one.kind) && one.label === words);
    return asked && named[kind] ? [{ stored, kind: asked.id, name: named[kind].name }] : [];
  });
}

async function copyAndFill(
  context: UserContext,
  own: store.Owner,
  row: ProposalRow,
  all: Copyable[],
) {
  const { db, actor } = context;
  const draft = await store.findDraft(db.read, own);
  const lacks = draft ? await lacking(db.read, draft.id, all) : all;
  const usable = lacks.filter(({ stored }) => stored.threat === null);
  if (usable.length > 0) await requireRoom(context, db.read, actor.id, sizeOf(usable));
  const copies = usable.map((one) => ({ ...one, key: `${actor.id}/${randomUUID()}.pdf` }));
  const unused = new Set(copies.map(({ key }) => key));
  try {
    const copied: Copy[] = [];
    for (const copy of copies) if (await copyFile(context, copy)) copied.push(copy);
    const { isNew, taken } = await db.write((tx) => fillDraft(context, tx, own, row, copied));
    for (const key of taken) unused.delete(key);
    return isNew;
  } finally {
    await deleteFiles(context, [...unused]);
  }
}

/** Those of which the draft has no document, not even one on its way. */
async function lacking<One extends Copyable>(db: Executor, draftId: string, all: readonly One[]) {
  const known = (await store.listDocumentsOf(db, draftId)).map(({ kind }) => kind);
  return all.filter(({ kind }) => !known.includes(kind));
}

const sizeOf = (all: readonly Copyable[]): number =>
  all.reduce((sum, { stored }) => sum + stored.size, 0);

async function copyFile(context: UserContext, { stored, kind, key }: Copy): Promise<boolean> {
  const { size, sha256 } = stored;
  const stream = await openVerified(context, stored);
  if (!stream) return false;
  const staged = await stageUpload(stream, {
    dir: context.stagingDir,
    limitBytes: size,
    fieldLabel: kind,
  });
  try {
    const { synced } = staged;
    await context.files.put(key, staged.path, {
      ...{ size, sha256, synced },
      contentType: 'application/pdf',
    });
    staged.isConsumed = true;
  } finally {
    await discardStaged(staged);
  }
  return true;
}

async function fillDraft(
  context: UserContext,
  tx: Executor,
  own: store.Owner,
  row: ProposalRow,
  copied: Copy[],
): Promise<{ isNew: boolean; taken: string[] }> {
  const { isNew } = await findOrCreateDraft(context, tx, own);
  await keepProgram(tx, own.programId);
  const draft = (await store.lockDraft(tx, own))!;
  if (await findWaiting(tx, draft.id)) throw new Problem('submitting', DRAFT_RULES.submitting);
  const questions = liveOf(await listQuestions(tx, own.programId));
  const isAsked = ({ kind }: Copy) =>
    isDocumentKind(kind) || questions.some((one) => one.id === kind && isFile(one.kind));
  const missing = (await lacking(tx, draft.id, copied)).filter(isAsked);
  if (missing.length > 0) await requireRoom(context, tx, own.userId, sizeOf(missing));
  for (const one of missing) await store.documents.insert(tx, toReady(context, draft.id, one));
  const answers = { ...fittingOf(questions, row.answers), ...readStored(draft.answers) };
  const fields = emptyOf(draft, row);
  await store.drafts.change(
    tx,
    { id: draft.id },
    {
      ...fields,
      answers: storedAnswers(answers, fields),
      saved_at: context.clock(),
      saved_by: context.actor.id,
      version: draft.version + 1,
    },
  );
  return { isNew, taken: missing.map(({ key }) => key) };
}

/** The fields that the draft has not filled in. */
function emptyOf(draft: store.LockedDraft, row: ProposalRow) {
  const { business_name, business_location, business_website, business_description } = row;
  return {
    ...(!draft.business_name && { business_name }),
    ...(!draft.business_location && { business_location }),
    ...(!draft.business_website && { business_website: business_website ?? '' }),
    ...(!draft.business_description && {
      business_description,
      rich_text_mark: row.rich_text_mark,
    }),
  };
}

/** Answers to questions with the same words and kind, as far as their options are still offered. */
function fittingOf(questions: readonly Question[], answers: readonly Answer[]): Answers {
  const pairs = questions.flatMap((one) => {
    if (isFile(one.kind)) return [];
    const earlier = answers.find((answer) => isSameQuestion(answer, one));
    const value = earlier && stillOffered(one, earlier.value);
    return value === undefined ? [] : [[one.id, value] as const];
  });
  return Object.fromEntries(pairs);
}

function stillOffered({ options }: Question, value: Answer['value']) {
  if (options === null) return value;
  if (!Array.isArray(value)) return options.includes(String(value)) ? value : undefined;
  const left = value.filter((one) => options.includes(one));
  return left.length > 0 ? left : undefined;
}

function toReady(context: UserContext, draftId: string, { stored, kind, name, key }: Copy) {
  const now = context.clock();
  const { size, sha256, pages, markers } = stored;
  return {
    id: randomUUID(),
    draft_id: draftId,
    user_id: context.actor.id,
    kind,
    name,
    ...{ size, received: size, key },
    state: 'ready' as const,
    sha256,
    pages,
    markers: JSON.stringify(markers),
    parts: '[]',
    created_at: now,
    expires_at: new Date(now.getTime() + UPLOADS.days * DAY_MS),
  };
}
