/** The end of a form in pieces: the call that it was for, made once. */
import { Readable } from 'node:stream';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem, type ProblemBody } from '#domain/problem.ts';
import { UPLOAD_RULES } from '#domain/uploads/messages.ts';
import type { UserContext } from '../context.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { openPiece } from './head-service.ts';
import { after, gone, requireUpload, sizeOf } from './service.ts';
import * as store from './store.ts';

/**
 * Milliseconds after which a finish whose instance died may be taken up again; while it lives it
 * says so three times in them.
 */
const FINISH_LEASE = 15_000;

/** What the call that the form was for has answered. */
export type CallAnswer = { status: number; headers: Record<string, string>; text: string };
/** Makes the call with the whole form, as of the moment at which it counts as received. */
export type MakeCall = (upload: store.Upload, body: Readable) => Promise<CallAnswer>;

/**
 * Makes the call once all pieces are here; a success is kept and answered again. Refuses 409 what
 * is not whole or being finished.
 */
export async function finishUpload(
  context: UserContext,
  id: string,
  make: MakeCall,
): Promise<CallAnswer> {
  const { db, clock } = context;
  await requireUpload(context, id);
  const isMine = await store.takeFinish(db.read, id, clock(), after(clock(), FINISH_LEASE));
  const upload = await requireUpload(context, id);
  if (upload.answer !== null) return JSON.parse(upload.answer) as CallAnswer;
  if (!isMine) throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1 });
  const holding = setInterval(
    () => void store.holdFinish(db.read, id, after(clock(), FINISH_LEASE)).catch(() => undefined),
    FINISH_LEASE / 3,
  );
  try {
    return await finishMine(context, upload, make);
  } finally {
    clearInterval(holding);
    await store
      .giveBackFinish(db.read, id)
      .catch((error) => context.log.warn({ err: error }, 'a finish is given back by time'));
  }
}

async function finishMine(
  context: UserContext,
  upload: store.Upload,
  make: MakeCall,
): Promise<CallAnswer> {
  const { db } = context;
  const pieces = await store.listPieces(db.read, upload.id);
  if (sizeOf(pieces) !== upload.size) throw new Problem('conflict', UPLOAD_RULES.unfit);
  const lost: string[] = [];
  const answer = await make(
    upload,
    Readable.from(readPieces(context, pieces, lost), { objectMode: false }),
  );
  if (lost.length > 0) return giveUp(context, upload.id, lost);
  if (isOfOtherBytes(answer))
    await deleteFiles(context, await db.write((tx) => store.deleteUploads(tx, [upload.id])));
  if (answer.status < 300)
    await deleteFiles(
      context,
      await db.write((tx) => store.keepAnswer(tx, upload.id, JSON.stringify(answer))),
    );
  return answer;
}

/** Bytes that are not what was announced are of no use to another try. */
const isOfOtherBytes = ({ status, text }: CallAnswer): boolean =>
  status === 409 && (JSON.parse(text) as ProblemBody).code === 'documents_differ';

async function* readPieces(
  context: UserContext,
  pieces: store.Piece[],
  lost: string[],
): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    const stream = await openPiece(context, piece);
    if (!stream) return void lost.push(piece.key);
    yield* stream as AsyncIterable<Buffer>;
  }
}

/** A restored backup has no pieces: the sender begins again. */
async function giveUp(context: UserContext, id: string, lost: string[]): Promise<never> {
  context.log.warn({ upload: id, lost }, 'an upload has lost pieces');
  await deleteFiles(context, await context.db.write((tx) => store.deleteUploads(tx, [id])));
  throw gone();
}
