/**
 * What the first bytes of a form in chunks say: once they hold its answers and the digests of its
 * documents it counts as received (docs/decisions/0022).
 */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { submitProposalInput, updateProposalInput } from '#domain/proposals/schema.ts';
import type { AnnouncedDocuments } from '#domain/chunked-forms/schema.ts';
import type { UserContext } from '../context.ts';
import { freeze, readAnnounced } from '../proposals/announcement-service.ts';
import type { Chunk, Received, Upload } from './store.ts';

/**
 * Bytes in which the answers must stand: the longest text is 100,000 characters of up to four
 * bytes.
 */
const MAX_HEAD_BYTES = 512 * 1024;
/**
 * A form whose head comes in more chunks counts from its last byte: each costs reading those before
 * it.
 */
const MAX_HEAD_CHUNKS = 50;
const LIMITS = { fields: 60, parts: 80, fieldSize: MAX_HEAD_BYTES };

type Head = Pick<Received, 'frozen' | 'program_id'>;

/**
 * What the bytes so far say, the chunk at `path` included; undefined while answers or digests are
 * missing, or past the head.
 */
export async function readHead(
  context: UserContext,
  upload: Upload,
  before: Chunk[],
  path: string,
): Promise<Head | undefined> {
  const start = before.reduce((sum, { size }) => sum + size, 0);
  if (start >= MAX_HEAD_BYTES || before.length >= MAX_HEAD_CHUNKS) return undefined;
  const chunks: Buffer[] = [];
  for (const chunk of before) {
    const stream = await openPiece(context, chunk);
    if (!stream) return undefined;
    chunks.push(Buffer.concat(await stream.toArray()));
  }
  chunks.push(await readStart(path, MAX_HEAD_BYTES - start));
  return headOf(upload, await readFields(Buffer.concat(chunks), upload.content_type));
}

/** Undefined for one that is not there, or has become longer or shorter. */
export async function openPiece(
  { files }: Pick<UserContext, 'files'>,
  { key, size }: Pick<Chunk, 'key' | 'size'>,
): Promise<Readable | undefined> {
  const file = await files.get(key);
  if (file?.size === size) return file.stream;
  file?.stream.destroy();
  return undefined;
}

async function readStart(path: string, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(most), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The fields of a form that is cut anywhere. A text that is cut is read as it is: its next bytes
 * make another head of it.
 */
async function readFields(bytes: Buffer, contentType: string): Promise<Record<string, string>> {
  const boundary = contentType.slice(contentType.indexOf('boundary=') + 'boundary='.length);
  const last = bytes.lastIndexOf(`--${boundary}`);
  const hasContent = last >= 0 && bytes.indexOf('\r\n\r\n', last) >= 0;
  const whole = bytes.subarray(0, hasContent ? bytes.length : Math.max(last, 0));
  const isClosed = whole.subarray(-2).equals(Buffer.from('\r\n'));
  const fields: [string, string][] = [];
  const parser = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  parser.on('field', (name, value) => void fields.push([name, value]));
  parser.end(Buffer.concat([whole, Buffer.from(`${isClosed ? '' : '\r\n'}--${boundary}--\r\n`)]));
  // What is no form is refused by the call that it was sent for.
  const isForm = await finished(parser).then(
    () => true,
    () => false,
  );
  return isForm ? Object.fromEntries(fields) : {};
}

function headOf({ call }: Upload, fields: Record<string, string>): Head | undefined {
  const announced = tryReadAnnounced(fields);
  const documents = announced && DOCUMENT_KINDS.filter((kind) => announced[kind]).length;
  if (!documents) return undefined;
  if (!call.startsWith('POST ')) {
    const edit = updateProposalInput.safeParse(fields);
    return edit.success ? { frozen: freeze(edit.data, announced), program_id: null } : undefined;
  }
  const submission = submitProposalInput.safeParse(fields);
  if (!submission.success || documents < DOCUMENT_KINDS.length) return undefined;
  return { frozen: freeze(submission.data, announced), program_id: submission.data.program_id };
}

function tryReadAnnounced(fields: Record<string, string>): AnnouncedDocuments | undefined {
  try {
    return readAnnounced(fields);
  } catch {
    return undefined;
  }
}
