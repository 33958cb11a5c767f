/**
 * Creates an upload: it creates the draft if there is none, and replaces an older upload of its
 * kind.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, UPLOADS } from '#domain/constants.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { FILE_REFUSALS } from '#domain/proposals/messages.ts';
import { isDocumentKind, labelOfDocument } from '#domain/proposals/rules.ts';
import { isFile } from '#domain/questions/rules.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import type { UploadMetadata } from '#domain/uploads/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext, Services } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { findOrCreateDraft, reachDraft } from '../drafts/drafts.ts';
import { documents, drafts } from '../drafts/store.ts';
import { findAwaited, otherThanAnnounced, type AnnouncedDocuments } from '../drafts/waiting.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { tooLarge } from '../files/staging.ts';
import { findProgramFacts, keepProgram } from '../proposals/store.ts';
import { requireTaking } from '../proposals/submission.ts';
import { liveOf } from '../questions/service.ts';
import { findWords, listQuestions } from '../questions/store.ts';
import { countBeginning } from '../rate-limits/service.ts';
import * as store from './store.ts';

/** `size` in bytes; `metadata` is the header as received, which is returned unchanged. */
type NewUpload = { fields: UploadMetadata; size: number; metadata: string };

export async function createUpload(context: UserContext, announced: NewUpload) {
  const { db, config } = context;
  const { fields, size } = announced;
  const label = labelOfDocument(fields.kind, await findWords(db.read, fields.kind));
  if (size > config.maxUploadBytes) throw tooLarge(label, config.maxUploadBytes);
  if (size === 0) throw new Problem('wrong_type', FILE_REFUSALS.empty(label));
  if (!isId(fields.program_id)) throw programGone();
  const id = randomUUID();
  const { created, replaced } = await db
    .write((tx) => insertUpload(context, tx, id, { ...announced, label }))
    .catch((error) => Promise.reject(isForeignKeyViolation(error) ? programGone() : error));
  if (replaced) await deleteFiles(context, store.keysOf(replaced));
  return created;
}

const programGone = (): Problem => new Problem('not_found', PROGRAM.notFound);

/** Also returns the upload that it replaces. The new one may be replaced once it is committed. */
async function insertUpload(
  context: UserContext,
  tx: Executor,
  id: string,
  { fields, size, metadata, label }: NewUpload & { label: string },
): Promise<{ created: store.Upload; replaced: store.Upload | undefined }> {
  const { actor, clock } = context;
  const { kind, filename, program_id } = fields;
  const owner = await reachDraft(context, tx, program_id);
  const program = await findProgramFacts(tx, owner.programId, owner.userId);
  if (!program) throw programGone();
  const now = clock();
  // Before its drafts: nobody takes the question away meanwhile.
  if (!isDocumentKind(kind)) await keepProgram(tx, owner.programId);
  const draft = await findOrCreateDraft(context, tx, owner);
  const replaced = await documents.lock(tx, { draft_id: draft.id, kind });
  const awaited = await findAwaited(tx, draft.id, now);
  if (awaited) requireAwaited(awaited, fields, size, { replaced, label });
  else if (!program.is_public) throw programGone();
  else {
    requireTaking(context, program);
    await requireAsked(tx, owner.programId, kind);
  }
  if (replaced) await documents.remove(tx, { id: replaced.id });
  await requireRoom(context, tx, owner.userId, size);
  await countBeginning(context, tx, actor.id);
  await documents.insert(tx, {
    ...{ id, draft_id: draft.id, user_id: owner.userId, kind, name: filename, size, metadata },
    ...{ key: store.newDocumentKey(owner.userId), received: 0, state: 'uploading', parts: '[]' },
    ...{ markers: '[]', created_at: now },
    expires_at: new Date(now.getTime() + UPLOADS.days * DAY_MS),
  });
  await audit(tx, context, 'uploads.create', 'upload', id, { kind, size });
  return { created: (await store.findUpload(tx, actor.id, id))!, replaced };
}

/**
 * While a submission waits, only missing documents are accepted, and only of the announced size.
 * Whether one is the announced document is decided once it is complete.
 */
function requireAwaited(
  awaited: AnnouncedDocuments,
  { kind }: UploadMetadata,
  size: number,
  { replaced, label }: { replaced: store.Upload | undefined; label: string },
): void {
  const isUploaded = replaced?.state === 'ready' || replaced?.state === 'checking';
  const expected = awaited[kind];
  if (isUploaded || !expected) throw new Problem('submitting', UPLOAD.submitting);
  if (expected.size !== size) throw otherThanAnnounced(label, expected);
}

/** A file answers a live question of the program. */
async function requireAsked(tx: Executor, programId: string, kind: string): Promise<void> {
  if (isDocumentKind(kind)) return;
  const live = liveOf(await listQuestions(tx, programId));
  if (!live.some((one) => one.id === kind && isFile(one.kind)))
    throw invalid({ kind: UPLOAD.kind });
}

export async function requireRoom(
  { config }: Pick<UserContext, 'config'>,
  tx: Executor,
  ownerId: string,
  size: number,
): Promise<void> {
  const room = UPLOADS.filesPerApplicant * config.maxUploadBytes;
  if ((await store.sumSizes(tx, ownerId)) + size > room)
    throw new Problem('too_many_uploads', UPLOAD.tooMany);
}

/** Milliseconds that a HEAD request waits for a PATCH that is still writing. */
const SETTLE_MS = 2_000;
const POLL_MS = 50;

const missing = (): Problem => new Problem('not_found', UPLOAD.gone);

export async function requireUpload(
  { actor, db, clock }: Pick<UserContext, 'actor' | 'db' | 'clock'>,
  id: string,
): Promise<store.Upload> {
  const upload = isId(id) ? await store.findUpload(db.read, actor.id, id) : undefined;
  if (!upload) throw missing();
  if (upload.state === 'uploading' && upload.expires_at <= clock())
    throw new Problem('upload_expired', UPLOAD.expired);
  return upload;
}

/**
 * The upload once an interrupted request has been stored as far as it arrived. A request that is
 * still receiving is not waited for.
 */
export async function getSettledUpload(context: UserContext, id: string): Promise<store.Upload> {
  const end = performance.now() + SETTLE_MS;
  for (;;) {
    const upload = await requireUpload(context, id);
    const isWriting =
      upload.state === 'uploading' &&
      upload.leased_until !== null &&
      upload.leased_until > context.clock();
    if (!isWriting || performance.now() >= end) return upload;
    await pause(POLL_MS);
  }
}

/**
 * Its draft is locked until the transaction ends: whoever submits it takes over the files of its
 * documents.
 */
async function lockUpload({ actor }: UserContext, tx: Executor, id: string) {
  const seen = await store.findUpload(tx, actor.id, id);
  const draft = seen && (await drafts.lock(tx, { id: seen.draft_id }));
  return draft && store.findUpload(tx, actor.id, id);
}

export async function deleteUpload(context: UserContext, id: string): Promise<void> {
  const { db, clock } = context;
  const upload = await db.write(async (tx) => {
    const found = isId(id) ? await lockUpload(context, tx, id) : undefined;
    if (!found) throw missing();
    const isUploaded = found.state === 'ready' || found.state === 'checking';
    if (isUploaded && (await findAwaited(tx, found.draft_id, clock())))
      throw new Problem('submitting', UPLOAD.submitting);
    await documents.remove(tx, { id });
    await audit(tx, context, 'uploads.delete', 'upload', id, {
      before: { kind: found.kind },
    });
    return found;
  });
  await deleteFiles(context, store.keysOf(upload));
}

const AT_ONCE = 100;

export async function deleteExpiredUploads(services: Services): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await store.deleteExpired(services.db.read, services.clock(), AT_ONCE);
    await deleteFiles(services, deleted.flatMap(store.keysOf));
    total += deleted.length;
    if (deleted.length < AT_ONCE) return total;
  }
}
