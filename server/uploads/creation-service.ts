/**
 * Creates an upload: it creates the draft if there is none, and replaces an older upload of its
 * kind.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import { UPLOADS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { FILE_REFUSALS } from '#domain/proposals/messages.ts';
import { DOCUMENT_LABELS } from '#domain/proposals/rules.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import type { UploadMetadata } from '#domain/uploads/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { findOrCreateDraft } from '../drafts/service.ts';
import {
  findAwaited,
  otherThanAnnounced,
  type AnnouncedDocuments,
} from '../drafts/announced-documents.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { tooLarge } from '../files/staging.ts';
import { requireTaking } from '../proposals/insertion.ts';
import { findProgramFacts } from '../proposals/store.ts';
import { countBeginning } from '../rate-limits/service.ts';
import * as store from './store.ts';

/** `size` in bytes; `metadata` is the header as received, which is returned unchanged. */
type NewUpload = { fields: UploadMetadata; size: number; metadata: string };

/**
 * Creates an upload of the announced size. Refuses with 413 a size above the limit, 415 an empty
 * file, 404 an unknown program, 409 `deadline_passed` and `not_open_yet` for one that is not open,
 * `submitting` while a submission waits for other documents, and `too_many_uploads`, with 422
 * `documents_differ` another size than was announced for a waiting submission, and with 429.
 */
export async function createUpload(
  context: UserContext,
  announced: NewUpload,
): Promise<store.Upload> {
  const { db, config } = context;
  const { fields, size } = announced;
  const label = DOCUMENT_LABELS[fields.kind];
  if (size > config.maxUploadBytes) throw tooLarge(label, config.maxUploadBytes);
  if (size === 0) throw new Problem('wrong_type', FILE_REFUSALS.empty(label));
  if (!isId(fields.program_id)) throw programGone();
  const id = randomUUID();
  const { created, replaced } = await db
    .write((tx) => insertUpload(context, tx, id, announced))
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
  { fields, size, metadata }: NewUpload,
): Promise<{ created: store.Upload; replaced: store.Upload | undefined }> {
  const { actor, db, clock } = context;
  const { kind, filename, program_id } = fields;
  const program = await findProgramFacts(tx, program_id, actor.id);
  if (!program) throw programGone();
  const now = clock();
  const draft = await findOrCreateDraft(context, tx, program_id);
  const replaced = await store.lockUploadOfKind(db, tx, draft.id, kind);
  const awaited = await findAwaited(tx, draft.id, now);
  if (awaited) requireAwaited(awaited, fields, size, replaced);
  else if (!program.is_public) throw programGone();
  else requireTaking(context, program);
  if (replaced) await store.deleteUpload(tx, replaced.id);
  await requireRoom(context, tx, size);
  await countBeginning(context, tx, actor.id);
  await store.insertUpload(tx, {
    id,
    draft_id: draft.id,
    user_id: actor.id,
    kind,
    name: filename,
    size,
    key: store.newDocumentKey(actor.id),
    metadata,
    created_at: now,
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
  replaced: store.Upload | undefined,
): void {
  const isUploaded = replaced?.state === 'ready' || replaced?.state === 'checking';
  if (isUploaded) throw new Problem('submitting', UPLOAD.submitting);
  if (awaited[kind].size !== size) throw otherThanAnnounced(kind, awaited);
}

async function requireRoom({ actor, config }: UserContext, tx: Executor, size: number) {
  const room = UPLOADS.filesPerApplicant * config.maxUploadBytes;
  if ((await store.sumSizes(tx, actor.id)) + size > room)
    throw new Problem('too_many_uploads', UPLOAD.tooMany);
}
