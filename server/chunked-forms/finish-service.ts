/** The end of a form in chunks: the call that it was for, made once. */
import { Readable } from 'node:stream';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem, type ProblemBody } from '#domain/problem.ts';
import { UPLOAD_RULES } from '#domain/chunked-forms/messages.ts';
import type { UserContext } from '../context.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { openPiece } from './head-service.ts';
import { after, gone, requireUpload, sizeOf } from './service.ts';
import * as store from './store.ts';

/**
 * Milliseconds after which a finish whose instance died may be taken up again; while it lives it
 * says so three times in them.
 */
const LEASE_MS = 15_000;

/** What the call that the form was for has answered. */
export type CallAnswer = { status: number; headers: Record<string, string>; text: string };
/** Makes the call with the whole form, as of the moment at which it counts as received. */
export type MakeCall = (upload: store.Upload, body: Readable) => Promise<CallAnswer>;

/**
 * Makes the call once all chunks are here; a success is kept and answered again. Refuses 409 what
 * is not whole or being finished.
 */
export async function finishUpload(
  context: UserContext,
  id: string,
  make: MakeCall,
): Promise<CallAnswer> {
  const { db, clock } = context;
  await requireUpload(context, id);
  const isMine = await store.acquireLease(db.read, id, clock(), after(clock(), LEASE_MS));
  const upload = await requireUpload(context, id);
  if (upload.answer !== null) return JSON.parse(upload.answer) as CallAnswer;
  if (!isMine) throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1 });
  const renewing = setInterval(
    () => void store.renewLease(db.read, id, after(clock(), LEASE_MS)).catch(() => undefined),
    LEASE_MS / 3,
  );
  try {
    return await finishMine(context, upload, make);
  } finally {
    clearInterval(renewing);
    await store
      .releaseLease(db.read, id)
      .catch((error) => context.log.warn({ err: error }, 'a finish is given back by time'));
  }
}

async function finishMine(
  context: UserContext,
  upload: store.Upload,
  make: MakeCall,
): Promise<CallAnswer> {
  const { db } = context;
  const chunks = await store.listChunks(db.read, upload.id);
  if (sizeOf(chunks) !== upload.size) throw new Problem('conflict', UPLOAD_RULES.unfit);
  const lost: string[] = [];
  const answer = await make(
    upload,
    Readable.from(readChunks(context, chunks, lost), { objectMode: false }),
  );
  if (lost.length > 0) return giveUp(context, upload.id, lost);
  if (isOfOtherBytes(answer))
    await deleteFiles(context, await db.write((tx) => store.deleteUploads(tx, [upload.id])));
  if (answer.status < 300)
    await deleteFiles(
      context,
      await db.write((tx) => store.saveAnswer(tx, upload.id, JSON.stringify(answer))),
    );
  return answer;
}

/** Bytes that are not what was announced are of no use to another try. */
const isOfOtherBytes = ({ status, text }: CallAnswer): boolean =>
  status === 409 && (JSON.parse(text) as ProblemBody).code === 'documents_differ';

async function* readChunks(
  context: UserContext,
  chunks: store.Chunk[],
  lost: string[],
): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    const stream = await openPiece(context, chunk);
    if (!stream) return void lost.push(chunk.key);
    yield* stream as AsyncIterable<Buffer>;
  }
}

/** A restored backup has no chunks: the sender begins again. */
async function giveUp(context: UserContext, id: string, lost: string[]): Promise<never> {
  context.log.warn({ upload: id, lost }, 'an upload has lost pieces');
  await deleteFiles(context, await context.db.write((tx) => store.deleteUploads(tx, [id])));
  throw gone();
}
