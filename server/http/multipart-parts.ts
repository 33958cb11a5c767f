/**
 * The parts of a multipart body, all as bytes: what a part's own header claims about its text does
 * not count, it is UTF-8.
 */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { readUtf8 } from './utf8.ts';

type PartsOptions = NonNullable<Parameters<FastifyRequest['files']>[0]>;

export const isPartAFile = (): boolean => true;

/** A part without a file's name, unless it says that it is bytes. */
export const isField = ({ filename, mimetype }: MultipartFile): boolean =>
  filename === undefined && mimetype !== 'application/octet-stream';

/**
 * A field or file called `__proto__` or `constructor` is none of ours: its bytes are dropped, and
 * the rest counts.
 */
export async function* partsOf(
  request: FastifyRequest,
  options: PartsOptions,
): AsyncGenerator<MultipartFile> {
  try {
    for await (const part of request.parts(options))
      if (part.type === 'file' && part.fieldname) yield part;
  } catch (error) {
    // Said only after all parts were read, and only of names.
    if ((error as { code?: string }).code !== 'FST_PROTO_VIOLATION' || !request.raw.complete)
      throw error;
  }
}

/** The text of a field; undefined for one that is longer. Refuses 400 what is no UTF-8. */
export async function readField(
  { file }: MultipartFile,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return readUtf8(Buffer.concat(chunks));
}
