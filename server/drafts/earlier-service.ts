/** Starts a draft from an earlier proposal of the same person, documents included. */
import { randomUUID } from 'node:crypto';
import { UPLOADS } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Draft } from '#domain/drafts/schema.ts';
import { Problem } from '#domain/problem.ts';
import { documentFileName, DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import { isSameQuestion } from '#domain/questions/rules.ts';
import type { Answer, Answers, Question } from '#domain/questions/schema.ts';
import type { UserContext, Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { stageUpload, discardStaged } from '../files/staging.ts';
import { openVerified } from '../files/verified.ts';
import { requireProposal } from '../proposals/service.ts';
import { keepProgram, type ProposalRow } from '../proposals/store.ts';
import { readStored, storedAnswers } from '../questions/answers.ts';
import { liveOf } from '../questions/service.ts';
import { listQuestions } from '../questions/store.ts';
import { findWaiting } from '../receipts/store.ts';
import { findOrCreateDraft, getDraft, requireOpen } from './service.ts';
import * as store from './store.ts';

type Copy = { kind: DocumentKind; key: string };

/**
 * What the draft has already stays; options that are gone are left out. The files are copied in the
 * store, by their digests. Refuses with 404, 409 `deadline_passed`, `not_open_yet` and
 * `submitting`, and as a new draft does.
 */
export async function startFrom(
  context: UserContext,
  programId: string,
  proposalId: string,
): Promise<Versioned<'draft', Draft> & { isNew: boolean }> {
  await requireOpen(context, programId);
  const row = await requireProposal(context.db.read, { ownerId: context.actor.id }, proposalId);
  const copied = await copyDocuments(context, row);
  const unused = new Set(copied.map(({ key }) => key));
  try {
    const { isNew, taken } = await context.db.write((tx) =>
      fillDraft(context, tx, programId, row, copied),
    );
    for (const key of taken) unused.delete(key);
    return { ...(await getDraft(context, programId)), isNew };
  } finally {
    await deleteFiles(context, [...unused]);
  }
}

async function copyDocuments(context: UserContext, row: ProposalRow): Promise<Copy[]> {
  const copied: Copy[] = [];
  for (const kind of DOCUMENT_KINDS) {
    const key = `${context.actor.id}/${randomUUID()}.pdf`;
    const isUsable = row[`${kind}_threat`] === null;
    if (isUsable && (await copyFile(context, row, kind, key))) copied.push({ kind, key });
  }
  return copied;
}

async function copyFile(
  context: UserContext,
  row: ProposalRow,
  kind: DocumentKind,
  key: string,
): Promise<boolean> {
  const [size, sha256] = [Number(row[`${kind}_size`]), row[`${kind}_sha256`]];
  const stream = await openVerified(context, { key: row[`${kind}_key`], size, sha256 });
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
  programId: string,
  row: ProposalRow,
  copied: Copy[],
): Promise<{ isNew: boolean; taken: string[] }> {
  const { isNew } = await findOrCreateDraft(context, tx, programId);
  await keepProgram(tx, programId);
  const draft = (await store.lockDraft(tx, { userId: context.actor.id, programId }))!;
  if (await findWaiting(tx, draft.id)) throw new Problem('submitting', DRAFT_RULES.submitting);
  const known = new Set((await store.listDocumentsOf(tx, draft.id)).map(({ kind }) => kind));
  const missing = copied.filter(({ kind }) => !known.has(kind));
  for (const one of missing) await store.insertReady(tx, toReady(context, draft.id, row, one));
  const questions = liveOf(await listQuestions(tx, programId));
  const answers = { ...fittingOf(questions, row.answers), ...readStored(draft.answers) };
  const fields = emptyOf(draft, row);
  await store.changeDraft(tx, draft.id, {
    ...fields,
    answers: storedAnswers(answers, fields),
    saved_at: context.clock(),
    version: draft.version + 1,
  });
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

function toReady(context: UserContext, draftId: string, row: ProposalRow, { kind, key }: Copy) {
  const now = context.clock();
  const size = Number(row[`${kind}_size`]);
  return {
    id: randomUUID(),
    draft_id: draftId,
    user_id: context.actor.id,
    kind,
    name: documentFileName(row.business_name, kind),
    ...{ size, received: size, key },
    state: 'ready' as const,
    sha256: row[`${kind}_sha256`],
    pages: row[`${kind}_pages`],
    markers: JSON.stringify(row[`${kind}_markers`]),
    parts: '[]',
    created_at: now,
    expires_at: new Date(now.getTime() + UPLOADS.days * DAY_MS),
  };
}
