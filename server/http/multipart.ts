/**
 * Multipart forms: files are staged while they arrive, texts are UTF-8, whatever a part's own headers
 * claim.
 */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BODIES, LENGTHS } from '#domain/constants.ts';
import { oneLine } from '#domain/plain-text.ts';
import { Problem, invalid } from '#domain/problem.ts';
import { noteBytes } from './arrivals.ts';
import { countBlanks, readUtf8, tooManyKeys } from './bodies.ts';
import {
  type StagedFile,
  type StageOptions,
  discardStaged,
  stageUpload,
  tooLarge,
} from '../files/staging.ts';

/** `inspect` is called as soon as the file is on disk. */
export type ExpectedFiles = Record<string, { label: string; inspect?: StageOptions['inspect'] }>;
/** A field that may be repeated, as file or as text; the order is preserved. */
type ExpectedLists = Record<string, { label: string; max: number; tooMany: string }>;
/** `label` names the file in a sentence: 'gallery image "market.jpg"'. */
export type ListedFile = { file: StagedFile; label: string };
type ReceiveOptions<F extends ExpectedFiles> = {
  files: F;
  /** Files that are expected by their names alone. */
  fileOf?: (name: string) => Promise<ExpectedFiles[string] | undefined>;
  lists?: ExpectedLists;
  limitBytes: number;
  stagingDir: string;
  /** The field that is JSON, which may be larger than others. */
  large?: { name: string; bytes: number };
  /** The other texts that are asked for; any field, if not said. */
  asked?: readonly string[];
};
type FormParts<F extends ExpectedFiles> = {
  fields: Record<string, string>;
  files: Partial<Record<keyof F, StagedFile>>;
  /** For each list that was sent, its parts in order; a blank text counts as none. */
  lists: Record<string, (string | ListedFile)[]>;
  /** Deletes the staged files that no store has consumed. */
  discard(): Promise<void>;
};

/** Files in addition to those of lists. */
const MAX_FILES = 10;
const MAX_NAME_BYTES = 100;
/** The longest text is 100,000 characters, of up to four bytes each. */
const MAX_FIELD_BYTES = 400_000;
const MAX_ALL_FIELDS_CHARS = 1_000_000;
/**
 * After a refusal, the rest of the body is read and discarded before the answer is sent: closing a
 * connection while the client still sends would reset it and lose the answer. A slow client is
 * answered earlier, and an endless body is cut off.
 */
const LONGEST_WAIT_MS = 10_000;
const MAX_DRAINED_BYTES = 512 * 1024 * 1024;

/**
 * Receives a multipart form and stages its files; never holds a whole file in memory.
 * `@fastify/multipart` must be registered. Refuses: `wrong_type` (not a form), `unreadable_body`
 * (broken or aborted), `too_large`, `invalid` (a text too long, a file sent twice). A refusal
 * leaves nothing on disk. A file field without a file, as browsers send it, counts as not sent.
 */
export async function receiveMultipart<F extends ExpectedFiles>(
  request: FastifyRequest,
  options: ReceiveOptions<F>,
): Promise<FormParts<F>> {
  if (!request.isMultipart())
    throw new Problem('wrong_type', 'Send this form as multipart/form-data.');
  const { lists: expectedLists = {}, limitBytes, stagingDir: dir, large, asked } = options;
  const fields: FormParts<F>['fields'] = {};
  const files: Record<string, StagedFile> = {};
  const lists: FormParts<F>['lists'] = {};
  let [chars, fieldCount, fileCount] = [0, 0, 0];
  // One more than allowed, so that the refusal can name the excess.
  const listed = Object.values(expectedLists).reduce((sum, { max }) => sum + max + 1, 0);

  const discard = async () => {
    const inLists = Object.values(lists).flatMap((parts) =>
      parts.flatMap((part) => (typeof part === 'string' ? [] : [part.file])),
    );
    await Promise.all([...Object.values(files), ...inLists].map(discardStaged));
  };
  /** The list that a part belongs to, created on its first part; undefined for any other field. */
  const listOf = (name: string) =>
    Object.hasOwn(expectedLists, name) ? (lists[name] ??= []) : undefined;
  const addToList = (list: (string | ListedFile)[], name: string, part: string | ListedFile) => {
    const { max, tooMany } = expectedLists[name]!;
    if (list.push(part) > max) throw invalid({ [name]: tooMany });
  };

  /** Only the last of several texts with one name is read, so that no further one is of use. */
  const countUsed = (name: string, bytes: Buffer, text: string): number => {
    if (Object.hasOwn(fields, name)) return 0;
    if (name === large?.name) return bytes.length - countBlanks(bytes);
    return !asked || asked.includes(name) ? Buffer.byteLength(text.trim()) : 0;
  };

  async function receiveField(part: MultipartFile): Promise<Received> {
    const { fieldname: name } = part;
    const isLarge = name === large?.name;
    const bytes = await readField(part, isLarge ? large!.bytes : MAX_FIELD_BYTES);
    const text = bytes && readUtf8(bytes);
    if (!isLarge) chars += text?.length ?? 0;
    if (text === undefined || chars > MAX_ALL_FIELDS_CHARS)
      throw invalid({ [name]: 'This text is too long.' });
    const used = countUsed(name, bytes!, text);
    const list = listOf(name);
    if (!list) fields[name] = text;
    else if (text.trim() !== '') addToList(list, name, text.trim());
    return { bytes: bytes!.length, used };
  }

  async function receiveFile(part: MultipartFile): Promise<Received> {
    const { fieldname: name, filename } = part;
    const list = listOf(name);
    const expected = Object.hasOwn(options.files, name)
      ? options.files[name]
      : await options.fileOf?.(name);
    if (!list && !expected) return skipFile(part, limitBytes);
    const label = list ? nameFile(expectedLists[name]!.label, filename) : expected!.label;
    const inspect = list ? undefined : expected!.inspect;
    const staged = await stageUpload(part.file, { dir, limitBytes, fieldLabel: label, inspect });
    staged.name = tidyName(filename);
    if (staged.size === 0 && !filename) await discardStaged(staged);
    else if (list) addToList(list, name, { file: staged, label });
    else if (!files[name]) files[name] = staged;
    else {
      await discardStaged(staged);
      throw invalid({ [name]: `Send only one file as the ${label}.` });
    }
    return { bytes: staged.size, used: staged.size };
  }

  // Every part arrives as bytes and counts as a file. Staging enforces the size of files itself,
  // with a sentence that names them.
  const most = BODIES.keys + MAX_FILES + listed + 1;
  const limits = {
    ...{ parts: most, files: most },
    ...{ fieldNameSize: MAX_NAME_BYTES, fileSize: Number.MAX_SAFE_INTEGER },
  };
  try {
    for await (const part of partsOf(request, { limits, isPartAFile: () => true })) {
      const isText = isField(part);
      if (isText && (fieldCount += 1) > BODIES.keys) throw tooManyKeys();
      if (!isText && (fileCount += 1) > MAX_FILES + listed)
        throw new Problem('too_large', 'This form has too many files.');
      const { bytes, used } = await (isText ? receiveField : receiveFile)(part);
      noteBytes(request.raw, bytes, used);
    }
  } catch (error) {
    await discard();
    await drain(request);
    throw refusalFor(error);
  }
  return { fields, files: files as FormParts<F>['files'], lists, discard };
}

/** How long a part was, and how many of its bytes are of use: see `noteBytes`. */
type Received = { bytes: number; used: number };

/** A name of a file as it may be stored; empty if there is none. */
const tidyName = (filename: string | undefined): string =>
  [...oneLine((filename ?? '').toWellFormed().normalize('NFC'))]
    .slice(0, LENGTHS.fileName)
    .join('');

/** 'gallery image "market.jpg"': with several files, the sentence has to say which one. */
function nameFile(label: string, filename: string | undefined): string {
  const name = (filename ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"]/gu, '')
    .slice(0, 80);
  return name ? `${label} "${name}"` : label;
}

async function skipFile({ file, filename }: MultipartFile, limitBytes: number): Promise<Received> {
  let size = 0;
  for await (const chunk of file) {
    size += (chunk as Buffer).length;
    if (size > limitBytes) throw tooLarge(nameFile('file', filename), limitBytes);
  }
  return { bytes: size, used: 0 };
}

async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let drained = 0;
  raw.unpipe();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    for (const event of ['end', 'close', 'error'])
      raw.once(event, () => resolve(clearTimeout(timer)));
    raw.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > MAX_DRAINED_BYTES) raw.destroy();
    });
    raw.resume();
  });
}

function refusalFor(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // A failed system call is our fault, and so is a programming error. Every other error is the
  // parser's about the body.
  const isOurs =
    (syscall !== undefined && code !== 'ECONNRESET') ||
    error instanceof TypeError ||
    error instanceof ReferenceError;
  if (isOurs) return error;
  if (['FST_PARTS_LIMIT', 'FST_FILES_LIMIT'].includes(code)) return tooManyKeys();
  return new Problem('unreadable_body', 'The form could not be read. Send it again.', {
    cause: error,
  });
}

type PartsOptions = NonNullable<Parameters<FastifyRequest['files']>[0]>;

/** A part without a file name, unless it is declared as bytes. */
const isField = ({ filename, mimetype }: MultipartFile): boolean =>
  filename === undefined && mimetype !== 'application/octet-stream';

/** The name of a part without a name: nobody expects it, but it must be read. */
const NAMELESS = '';

/**
 * A field or file called `__proto__` or `constructor` is never ours: it is dropped, and the other
 * parts are read as usual.
 */
async function* partsOf(
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

/** The bytes of a field; undefined if it is too long. */
async function readField({ file }: MultipartFile, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
