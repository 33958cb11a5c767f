/** Finds, describes and deletes the documents that are being uploaded into a draft. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#domain/problem.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import { audit } from '../audit.ts';
import type { UserContext, Services } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { findAwaited } from '../drafts/announced-documents.ts';
import { lockDraftById } from '../drafts/store.ts';
import { deleteFiles } from '../files/delete-files.ts';
import * as store from './store.ts';

/** Milliseconds that a HEAD request waits for a PATCH that is still writing. */
const SETTLE_MS = 2_000;
const POLL_MS = 50;

const missing = (): Problem => new Problem('not_found', UPLOAD.gone);

/** The caller's own upload. Refuses anybody else's with 404, an expired one with 410. */
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
async function lockUpload({ actor, db }: UserContext, tx: Executor, id: string) {
  const seen = await store.findUpload(tx, actor.id, id);
  const draft = seen && (await lockDraftById(db, tx, seen.draft_id));
  return draft && store.findUpload(tx, actor.id, id);
}

/**
 * Deletes an upload with its bytes. Refuses with 409 `submitting` a document that has arrived for a
 * waiting submission.
 */
export async function deleteUpload(context: UserContext, id: string): Promise<void> {
  const { db, clock } = context;
  const upload = await db.write(async (tx) => {
    const found = isId(id) ? await lockUpload(context, tx, id) : undefined;
    if (!found) throw missing();
    const isUploaded = found.state === 'ready' || found.state === 'checking';
    if (isUploaded && (await findAwaited(tx, found.draft_id, clock())))
      throw new Problem('submitting', UPLOAD.submitting);
    await store.deleteUpload(tx, id);
    await audit(tx, context, 'uploads.delete', 'upload', id, {
      before: { kind: found.kind },
    });
    return found;
  });
  await deleteFiles(context, store.keysOf(upload));
}

/** Uploads deleted by one statement. */
const AT_ONCE = 100;

/** Deletes expired uploads with their bytes. Returns how many. */
export async function deleteExpiredUploads(services: Services): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await store.deleteExpired(services.db.read, services.clock(), AT_ONCE);
    await deleteFiles(services, deleted.flatMap(store.keysOf));
    total += deleted.length;
    if (deleted.length < AT_ONCE) return total;
  }
}
