import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BODIES } from '#domain/constants.ts';
import { Problem, invalid } from '#domain/problem.ts';
import { tooManyKeys } from './body-limits.ts';
import { isField, isPartAFile, partsOf, readField } from './multipart-parts.ts';
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
  lists?: ExpectedLists;
  limitBytes: number;
  stagingDir: string;
  /** A field that may be larger than others, such as JSON. */
  large?: { name: string; bytes: number };
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

type State<F extends ExpectedFiles> = FormParts<F> & {
  chars: number;
  fieldCount: number;
  fileCount: number;
};

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
  const files: FormParts<F>['files'] = {};
  const lists: FormParts<F>['lists'] = {};
  const discard = async () => {
    const listed = Object.values(lists).flatMap((parts) =>
      parts.flatMap((part) => (typeof part === 'string' ? [] : [part.file])),
    );
    await Promise.all([...(Object.values(files) as StagedFile[]), ...listed].map(discardStaged));
  };
  const state: State<F> = {
    fields: {},
    files,
    lists,
    discard,
    chars: 0,
    fieldCount: 0,
    fileCount: 0,
  };
  try {
    for await (const part of partsOf(request, { limits: partLimits(options), isPartAFile }))
      await receivePart(part, state, options);
  } catch (error) {
    await discard();
    await drain(request);
    throw refusalFor(error);
  }
  return { fields: state.fields, files, lists, discard };
}

/** One more than allowed, so that the refusal can name the excess. */
const listedParts = ({ lists = {} }: { lists?: ExpectedLists }): number =>
  Object.values(lists).reduce((sum, { max }) => sum + max + 1, 0);

function partLimits(options: { lists?: ExpectedLists }) {
  const parts = BODIES.keys + MAX_FILES + listedParts(options) + 1;
  // Every part arrives as bytes and counts as a file. Staging enforces the size of files itself,
  // with a sentence that names them.
  return { parts, files: parts, fieldNameSize: MAX_NAME_BYTES, fileSize: Number.MAX_SAFE_INTEGER };
}

async function receivePart<F extends ExpectedFiles>(
  part: MultipartFile,
  state: State<F>,
  options: ReceiveOptions<F>,
): Promise<void> {
  if (isField(part)) {
    state.fieldCount += 1;
    if (state.fieldCount > BODIES.keys) throw tooManyKeys();
    return receiveField(part, state, options);
  }
  state.fileCount += 1;
  if (state.fileCount > MAX_FILES + listedParts(options))
    throw new Problem('too_large', 'This form has too many files.');
  return receiveFile(part, state, options);
}

async function receiveField<F extends ExpectedFiles>(
  part: MultipartFile,
  state: State<F>,
  options: ReceiveOptions<F>,
): Promise<void> {
  const { fieldname } = part;
  const isLarge = fieldname === options.large?.name;
  const text = await readField(part, isLarge ? options.large!.bytes : MAX_FIELD_BYTES);
  if (!isLarge) state.chars += text?.length ?? 0;
  if (text === undefined || state.chars > MAX_ALL_FIELDS_CHARS)
    throw invalid({ [fieldname]: 'This text is too long.' });
  const list = openList(fieldname, state, options);
  if (!list) state.fields[fieldname] = text;
  else if (text.trim() !== '') addToList(list, fieldname, text.trim(), options);
}

async function receiveFile<F extends ExpectedFiles>(
  part: MultipartFile,
  { files, lists }: State<F>,
  options: ReceiveOptions<F>,
): Promise<void> {
  const list = openList(part.fieldname, { lists }, options);
  if (list) return receiveListed(part, list, options);
  const expected = Object.hasOwn(options.files, part.fieldname)
    ? options.files[part.fieldname]
    : undefined;
  if (!expected) return skipFile(part, options.limitBytes);
  const staged = await stageUpload(part.file, {
    dir: options.stagingDir,
    limitBytes: options.limitBytes,
    fieldLabel: expected.label,
    inspect: expected.inspect,
  });
  if (staged.size === 0 && !part.filename) return discardStaged(staged);
  if (files[part.fieldname]) {
    await discardStaged(staged);
    throw invalid({ [part.fieldname]: `Send only one file as the ${expected.label}.` });
  }
  files[part.fieldname as keyof F] = staged;
}

type List = FormParts<ExpectedFiles>['lists'][string];

/** The list that a part belongs to, created on its first part; undefined for any other field. */
function openList(
  name: string,
  { lists }: { lists: Record<string, List> },
  { lists: expected = {} }: { lists?: ExpectedLists },
): List | undefined {
  return Object.hasOwn(expected, name) ? (lists[name] ??= []) : undefined;
}

function addToList(
  list: List,
  name: string,
  part: List[number],
  { lists: expected = {} }: { lists?: ExpectedLists },
): void {
  list.push(part);
  const { max, tooMany } = expected[name]!;
  if (list.length > max) throw invalid({ [name]: tooMany });
}

async function receiveListed(
  part: MultipartFile,
  list: List,
  options: { lists?: ExpectedLists; limitBytes: number; stagingDir: string },
): Promise<void> {
  const label = nameFile(options.lists![part.fieldname]!.label, part.filename);
  const file = await stageUpload(part.file, {
    dir: options.stagingDir,
    limitBytes: options.limitBytes,
    fieldLabel: label,
  });
  if (file.size === 0 && !part.filename) return discardStaged(file);
  addToList(list, part.fieldname, { file, label }, options);
}

/** 'gallery image "market.jpg"': with several files, the sentence has to say which one. */
function nameFile(label: string, filename: string | undefined): string {
  const name = (filename ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"]/gu, '')
    .slice(0, 80);
  return name ? `${label} "${name}"` : label;
}

async function skipFile({ file, filename }: MultipartFile, limitBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of file) {
    size += (chunk as Buffer).length;
    if (size > limitBytes) throw tooLarge(nameFile('file', filename), limitBytes);
  }
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
