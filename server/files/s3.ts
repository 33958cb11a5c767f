import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Transform, pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainS3Fault, isDenied, isMissingKey, isWorthRepeating } from './s3-faults.ts';
import { openSession, SilentStoreError, withPatience, type Patience, type S3Options, type Sdk, type Session } from './s3-session.ts';
import { deleteObject, openS3Trash } from './s3-trash.ts';
import { listObjects } from './s3-list.ts';
import { limitSilence } from './silence.ts';
import { isFileKey, MARKER_NAME, requireFileKey, type FileFacts, type FileStore, type OpenFile, type StoredFile } from './store.ts';
import { storageUnavailable } from './storage-problem.ts';

const PUT_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 200;
/** Written at each start; that it can be read says that bucket and credentials work. */
const PROBE_NAME = '.probe';

/** One call to the store, by whichever part of it; refusals become `unavailable`. */
export type Run = <T>(call: (session: Session, patience: Patience) => Promise<T>) => Promise<T>;

/** A store in a bucket of any S3-compatible service. The SDK is loaded with the first call: without S3 it costs no memory. */
export function createS3Store(options: S3Options): FileStore {
  let opened: Promise<Session> | undefined;
  const call: Run = async (action) => {
    const session = await (opened ??= openSession(options));
    return withPatience(session, (patience) => action(session, patience));
  };
  const run: Run = (action) => call(action).catch((error) => Promise.reject(storageUnavailable(error)));
  const runOn = async <T>(key: string, action: (session: Session, patience: Patience) => Promise<T>): Promise<T> => {
    requireFileKey(key);
    return run(action);
  };
  return {
    put: (key, path, facts) => runOn(key, (session, patience) => putVerified(session, patience, key, path, facts)),
    get: (key) => runOn(key, (session, patience) => getObject(session, patience, key)),
    delete: (key) => runOn(key, (session, patience) => deleteObject(session, patience, key)),
    list: (prefix, onForeign) => listFiles(run, prefix, onForeign),
    trash: openS3Trash(run),
    readMarker: () => run(async (session, patience) => {
      const marker = await getObject(session, patience, MARKER_NAME);
      return marker && (await text(marker.stream)).trim();
    }),
    writeMarker: (id) => run((session, patience) => putText(session, patience, MARKER_NAME, id)),
    // An object appears whole or not at all.
    removePartials: async () => 0,
    check: () => call(async (session, patience) => {
      await putText(session, patience, PROBE_NAME, 'ok');
      await probe(session, patience);
    }).catch((error) => Promise.reject(explainS3Fault(error, options))),
    ping: () => run(probe),
  };
}

/** The SDK can't repeat a stream, so each attempt opens the file anew. */
async function putVerified(session: Session, patience: Patience, key: string, path: string, facts: FileFacts): Promise<void> {
  const progress = keepProgress(patience);
  for (let attempt = 1; ; attempt++) {
    try {
      await putObject(session, patience, key, path, facts, progress);
      await verifyObject(session, patience, key, facts);
      return await rm(path, { force: true });
    } catch (error) {
      if (attempt >= PUT_ATTEMPTS || patience.abortSignal.aborted || !isWorthRepeating(error)) throw error;
      await sleep(RETRY_PAUSE_MS * 2 ** attempt);
    }
  }
}

/** Only bytes that no attempt before had sent are a sign of life: repeating must not put the end off for ever. */
function keepProgress({ touch }: Patience): () => Transform {
  let furthest = 0;
  return () => {
    let sent = 0;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sent += chunk.length;
        if (sent > furthest) touch();
        furthest = Math.max(furthest, sent);
        done(null, chunk);
      },
    });
  };
}

async function putObject({ sdk, client, bucket }: Session, { abortSignal }: Patience, key: string, path: string, facts: FileFacts, progress: () => Transform): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  // A broken file destroys the body, which fails the call.
  const body = pipeline(file, progress(), () => undefined);
  const command = new sdk.PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: body,
    ContentLength: facts.size,
    ContentType: facts.contentType,
    ChecksumSHA256: Buffer.from(facts.sha256, 'hex').toString('base64'),
  });
  signPayload(command, facts.sha256);
  try {
    await client.send(command, { abortSignal });
  } finally {
    body.destroy();
    file.destroy();
  }
}

/** The payload's hash goes into the signature: any service that checks signatures refuses a cut or changed body. */
function signPayload(command: InstanceType<Sdk['PutObjectCommand']>, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signPayload' },
  );
}

async function putText({ sdk, client, bucket }: Session, { abortSignal }: Patience, key: string, content: string): Promise<void> {
  await client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ContentType: 'text/plain' }), { abortSignal });
}

/** A service that says "stored" and did not must never lead to a row without its file (trust.md, "object store lying"). */
async function verifyObject({ sdk, client, bucket }: Session, { abortSignal }: Patience, key: string, { size, sha256 }: FileFacts): Promise<void> {
  const head = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }), { abortSignal });
  const checksum = head.ChecksumSHA256;
  const isSame = head.ContentLength === size && (!checksum || Buffer.from(checksum, 'base64').toString('hex') === sha256);
  if (!isSame) throw new Error('The object store did not store what it was sent');
}

async function getObject(session: Session, { abortSignal }: Patience, key: string): Promise<OpenFile | undefined> {
  const { sdk, client, bucket } = session;
  try {
    const answer = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
    const stream = limitSilence(answer.Body as Readable, session.silenceTimeoutMs, () => {
      session.dropIdleSockets();
      return storageUnavailable(new SilentStoreError(session));
    });
    return { stream, size: answer.ContentLength ?? 0 };
  } catch (error) {
    if (isMissingKey(error) || (isDenied(error) && (await mayRead(session, abortSignal)))) return undefined;
    throw error;
  }
}

/** Without the right to list, a missing key is 403 like a withdrawn right; the probe tells them apart. */
async function mayRead({ sdk, client, bucket }: Session, abortSignal: AbortSignal): Promise<boolean> {
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: PROBE_NAME }), { abortSignal });
    (Body as Readable).destroy();
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

async function probe(session: Session, patience: Patience): Promise<void> {
  const found = await getObject(session, patience, PROBE_NAME);
  found?.stream.destroy();
}

async function* listFiles(run: Run, prefix: string | undefined, onForeign: (name: string) => void = () => {}): AsyncGenerator<StoredFile> {
  for await (const object of listObjects(run, prefix)) {
    if (isFileKey(object.key)) yield object;
    // Names with a dot in front are the store's own; a name that ends with a slash is a folder that a console has drawn.
    else if (!object.key.startsWith('.') && !(object.key.endsWith('/') && object.size === 0)) onForeign(object.key);
  }
}
