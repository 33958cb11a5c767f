import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { explainS3Fault, isDenied, isMissingKey } from './s3-faults.ts';
import { putVerified } from './s3-put.ts';
import {
  openSession,
  SilentStoreError,
  withIdleTimeout,
  type IdleTimeout,
  type S3Options,
  type Session,
} from './s3-session.ts';
import { deleteObject, listObjects, type Run } from './s3-objects.ts';
import { openS3Trash } from './s3-trash.ts';
import { limitSilence } from './silence.ts';
import {
  isFileKey,
  MARKER_NAME,
  requireFileKey,
  type FileStore,
  type OpenFile,
  type StoredFile,
} from './store.ts';
import { StorageProblem, storageUnavailable } from './storage-problem.ts';

const READ_ATTEMPTS = 3;
/** Written at each start; reading it back proves that bucket and credentials work. */
const PROBE_NAME = '.probe';

/**
 * A store in a bucket of any S3-compatible service. The SDK is loaded with the first call: without
 * S3 it costs no memory.
 */
export function createS3Store(options: S3Options): FileStore {
  let opened: Promise<Session> | undefined;
  const call: Run = async (action) => {
    const session = await (opened ??= openSession(options));
    return withIdleTimeout(session, (idleTimeout) => action(session, idleTimeout));
  };
  const run: Run = (action) =>
    call(action).catch((error) => Promise.reject(storageUnavailable(error)));
  const runOn = async <T>(
    key: string,
    action: (session: Session, idleTimeout: IdleTimeout) => Promise<T>,
  ): Promise<T> => {
    requireFileKey(key);
    return run(action);
  };
  return {
    put: (key, path, facts) =>
      runOn(key, (session, idleTimeout) => putVerified(session, idleTimeout, key, path, facts)),
    get: (key) => runOn(key, (session, idleTimeout) => getObject(session, idleTimeout, key)),
    delete: (key) => runOn(key, (session, idleTimeout) => deleteObject(session, idleTimeout, key)),
    list: (prefix, onForeign) => listFiles(run, prefix, onForeign),
    trash: openS3Trash(run),
    readMarker: () => run((session, idleTimeout) => getText(session, idleTimeout, MARKER_NAME)),
    writeMarker: (id) =>
      run((session, idleTimeout) => putText(session, idleTimeout, MARKER_NAME, id)),
    // An object appears completely or not at all.
    removePartials: async () => 0,
    check: () =>
      call(async (session, idleTimeout) => {
        await putText(session, idleTimeout, PROBE_NAME, 'ok');
        await probe(session, idleTimeout);
      }).catch((error) => Promise.reject(explainS3Fault(error, options))),
    ping: () => run(probe),
  };
}

async function putText(
  { sdk, client, bucket }: Session,
  { abortSignal }: IdleTimeout,
  key: string,
  content: string,
): Promise<void> {
  await client.send(
    new sdk.PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: content,
      ContentType: 'text/plain',
    }),
    { abortSignal },
  );
}

async function getObject(
  session: Session,
  { abortSignal }: IdleTimeout,
  key: string,
): Promise<OpenFile | undefined> {
  const { sdk, client, bucket } = session;
  try {
    const answer = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }), {
      abortSignal,
    });
    const stream = limitSilence(answer.Body as Readable, session.silenceTimeoutMs, () => {
      session.dropIdleSockets();
      return storageUnavailable(new SilentStoreError(session));
    });
    return { stream, size: answer.ContentLength ?? 0 };
  } catch (error) {
    if (isMissingKey(error) || (isDenied(error) && (await mayRead(session, abortSignal))))
      return undefined;
    throw error;
  }
}

/**
 * Without the permission to list, a missing key is 403, like withdrawn credentials; the probe
 * distinguishes them.
 */
async function mayRead(
  { sdk, client, bucket }: Session,
  abortSignal: AbortSignal,
): Promise<boolean> {
  try {
    const { Body } = await client.send(
      new sdk.GetObjectCommand({ Bucket: bucket, Key: PROBE_NAME }),
      { abortSignal },
    );
    (Body as Readable).resume();
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

/**
 * Reads again if the answer breaks off, as it may while another instance writes the object: the SDK
 * only repeats requests.
 */
async function getText(
  session: Session,
  idleTimeout: IdleTimeout,
  key: string,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const object = await getObject(session, idleTimeout, key);
    if (!object) return undefined;
    try {
      return (await text(object.stream)).trim();
    } catch (error) {
      if (attempt >= READ_ATTEMPTS || error instanceof StorageProblem) throw error;
    }
  }
}

const probe = async (session: Session, idleTimeout: IdleTimeout): Promise<void> =>
  void (await getText(session, idleTimeout, PROBE_NAME));

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
