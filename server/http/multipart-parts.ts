/**
 * The parts of a multipart body, all as bytes: text is UTF-8, whatever a part's own headers claim.
 */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { readUtf8 } from './utf8.ts';

type PartsOptions = NonNullable<Parameters<FastifyRequest['files']>[0]>;

export const isPartAFile = (): boolean => true;

/** A part without a file name, unless it is declared as bytes. */
export const isField = ({ filename, mimetype }: MultipartFile): boolean =>
  filename === undefined && mimetype !== 'application/octet-stream';

/** The name of a part without a name: nobody expects it, but it must be read. */
const NAMELESS = '';

/**
 * A field or file called `__proto__` or `constructor` is never ours: it is dropped, and the other
 * parts are read as usual.
 */
export async function* partsOf(
  request: FastifyRequest,
  options: PartsOptions,
): AsyncGenerator<MultipartFile> {
  try {
    for await (const part of request.parts(options))
      if (part.type === 'file')
        yield part.fieldname ? part : Object.assign(part, { fieldname: NAMELESS });
  } catch (error) {
    // Reported only after all parts were read, and only about names.
    if ((error as { code?: string }).code !== 'FST_PROTO_VIOLATION' || !request.raw.complete)
      throw error;
  }
}

/** The text of a field; undefined if it is too long. Refuses with 400 what is not UTF-8. */
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
