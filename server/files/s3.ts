/** A store in a bucket of any S3-compatible service. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform, pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PutObjectCommand } from '@aws-sdk/client-s3';
import { faultOf } from '../explain.ts';
import { notePassedBytes } from './gc.ts';
import {
  connect,
  explainS3Fault,
  isDenied,
  isMissingKey,
  listObjects,
  type Run,
  type S3Call,
  type S3Options,
} from './s3-session.ts';
import { StorageProblem, storageUnavailable } from './storage-problem.ts';
import {
  isFileKey,
  MARKER_NAME,
  requireFileKey,
  type FileFacts,
  type FileStore,
  type OpenFile,
  type StoredFile,
} from './store.ts';

/** Written at each start; reading it back proves that bucket and credentials work. */
const PROBE_NAME = '.probe';

export function createS3Store(options: S3Options): FileStore {
  const call = connect(options);
  const run: Run = (action) =>
    call(action).catch((error) => Promise.reject(storageUnavailable(error)));
  const runOn = async <T>(key: string, action: (parts: S3Call) => Promise<T>): Promise<T> => {
    requireFileKey(key);
    return run(action);
  };
  return {
    put: (key, path, facts) => runOn(key, (parts) => putVerified(parts, key, path, facts)),
    get: (key) => runOn(key, (parts) => getObject(parts, key)),
    delete: (Key) =>
      runOn(Key, async ({ sdk, send, Bucket }) => {
        await send(new sdk.DeleteObjectCommand({ Bucket, Key }));
      }),
    list: (prefix, onForeign) => listFiles(run, prefix, onForeign),
    readMarker: () => run((parts) => getText(parts, MARKER_NAME)),
    writeMarker: (id) => run((parts) => putText(parts, MARKER_NAME, id)),
    // An object appears completely or not at all.
    removePartials: async () => 0,
    check: () =>
      call(async (parts) => {
        await putText(parts, PROBE_NAME, 'ok');
        await getText(parts, PROBE_NAME);
      }).catch((error) => Promise.reject(explainS3Fault(error, options))),
    ping: () => run(async (parts) => void (await getText(parts, PROBE_NAME))),
  };
}

const PUT_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 200;
const READ_BYTES = 256 * 1024;

/**
 * A refusal (4xx) is final; after a lost answer or a 5xx, a retry may succeed. Putting the same
 * bytes twice does no harm.
 */
function isWorthRepeating(error: unknown): boolean {
  const { status } = faultOf(error);
  return status === 0 || status >= 500 || [404, 408, 429].includes(status);
}

/** The SDK cannot rewind a stream, so each attempt opens the file again. */
async function putVerified(
  parts: S3Call,
  key: string,
  path: string,
  facts: FileFacts,
): Promise<void> {
  const progress = reportProgress(parts);
  for (let attempt = 1; ; attempt++) {
    try {
      await putObject(parts, key, path, facts, progress);
      await verifyObject(parts, key, facts);
      return await rm(path, { force: true });
    } catch (error) {
      if (attempt >= PUT_ATTEMPTS || parts.signal.aborted || !isWorthRepeating(error)) throw error;
      await sleep(RETRY_PAUSE_MS * 2 ** attempt);
    }
  }
}

/**
 * Only bytes that no earlier attempt has sent count as progress: retries must not postpone the
 * timeout forever.
 */
function reportProgress({ touch }: S3Call): () => Transform {
  let furthest = 0;
  return () => {
    let sent = 0;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sent += chunk.length;
        notePassedBytes(chunk.length);
        if (sent > furthest) touch();
        furthest = Math.max(furthest, sent);
        done(null, chunk);
      },
    });
  };
}

async function putObject(
  { sdk, send, Bucket }: S3Call,
  Key: string,
  path: string,
  { size, contentType, sha256 }: FileFacts,
  progress: () => Transform,
): Promise<void> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  // A broken file destroys the body, which fails the call.
  const Body = pipeline(file, progress(), () => undefined);
  const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
  const command = new sdk.PutObjectCommand({
    ...{ Bucket, Key, Body, ChecksumSHA256 },
    ...{ ContentLength: size, ContentType: contentType },
  });
  signPayload(command, sha256);
  try {
    await send(command);
  } finally {
    Body.destroy();
    file.destroy();
  }
}

/**
 * The payload's hash is part of the signature: any service that verifies signatures refuses a
 * truncated or altered body.
 */
function signPayload({ middlewareStack }: PutObjectCommand, sha256: string): void {
  middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signPayload' },
  );
}

/** A service that falsely reports success must never lead to a row without its file: trust F5. */
async function verifyObject(
  { sdk, send, Bucket }: S3Call,
  Key: string,
  { size, sha256 }: FileFacts,
): Promise<void> {
  const head = await send(new sdk.HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  const checksum = head.ChecksumSHA256;
  const isSame =
    head.ContentLength === size &&
    (!checksum || Buffer.from(checksum, 'base64').toString('hex') === sha256);
  if (!isSame) throw new Error('The object store did not store what it was sent');
}

async function putText({ sdk, send, Bucket }: S3Call, Key: string, Body: string): Promise<void> {
  await send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain' }));
}

async function getObject(parts: S3Call, Key: string): Promise<OpenFile | undefined> {
  const { sdk, send, Bucket, bodyOf } = parts;
  try {
    const answer = await send(new sdk.GetObjectCommand({ Bucket, Key }));
    return { stream: bodyOf(answer, storageUnavailable), size: answer.ContentLength ?? 0 };
  } catch (error) {
    if (isMissingKey(error) || (isDenied(error) && (await mayRead(parts)))) return undefined;
    throw error;
  }
}

/**
 * Without the permission to list, a missing key is 403, like withdrawn credentials; the probe
 * distinguishes them.
 */
async function mayRead({ sdk, send, Bucket, bodyOf }: S3Call): Promise<boolean> {
  try {
    const answer = await send(new sdk.GetObjectCommand({ Bucket, Key: PROBE_NAME }));
    bodyOf(answer, storageUnavailable).resume();
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

const READ_ATTEMPTS = 3;

/**
 * Reads again if the answer breaks off, as it may while another instance writes the object: the SDK
 * only repeats requests.
 */
async function getText(parts: S3Call, key: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const object = await getObject(parts, key);
    if (!object) return undefined;
    try {
      return (await text(object.stream)).trim();
    } catch (error) {
      if (attempt >= READ_ATTEMPTS || error instanceof StorageProblem) throw error;
    }
  }
}

async function* listFiles(
  run: Run,
  prefix: string | undefined,
  onForeign: (name: string) => void = () => {},
): AsyncGenerator<StoredFile> {
  for await (const object of listObjects(run, prefix)) {
    if (isFileKey(object.key)) yield object;
    // Names that begin with a dot are the store's own; a name that ends with a slash is a folder
    // created in a console.
    else if (!object.key.startsWith('.') && !(object.key.endsWith('/') && object.size === 0))
      onForeign(object.key);
  }
}
