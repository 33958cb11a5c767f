import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { FileFacts, FileStore, StoredFile } from './store.ts';
import { requireFileKey } from './store.ts';
import { storageUnavailable } from './storage-problem.ts';

export type S3Options = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 10_000;
const SLOWEST_BYTES_PER_MS = 500;
const PUT_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 200;

const ignore = (): void => {};

type Sdk = typeof import('@aws-sdk/client-s3');
type Session = { sdk: Sdk; client: S3Client; bucket: string };

/** A store in a bucket of any S3-compatible service. The SDK is loaded with the first call: without S3 it costs no memory. */
export function createS3Store(options: S3Options): FileStore {
  let opened: Promise<Session> | undefined;
  const run = async <T>(key: string | undefined, action: (session: Session) => Promise<T>): Promise<T> => {
    if (key !== undefined) requireFileKey(key);
    try {
      return await action(await (opened ??= openSession(options)));
    } catch (error) {
      throw storageUnavailable(error);
    }
  };
  return {
    put: (key, path, facts) => run(key, (session) => putVerified(session, key, path, facts)),
    get: (key) => run(key, (session) => getObject(session, key)),
    delete: (key) =>
      run(key, async ({ sdk, client, bucket }) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), withTimeout());
      }),
    list: (prefix) => listObjects((action) => run(undefined, action), prefix),
    ping: () =>
      run(undefined, async ({ sdk, client, bucket }) => {
        await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), withTimeout());
      }),
  };
}

async function openSession({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Options): Promise<Session> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Ours are stated explicitly; the SDK's own trailing checksums are not understood by every service.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Failures are thrown and logged once, by us.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore, trace: ignore },
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: ANSWER_TIMEOUT_MS },
  });
  return { sdk, client, bucket };
}

const withTimeout = (bytes = 0) => ({ abortSignal: AbortSignal.timeout(ANSWER_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS)) });

/** The SDK can't repeat a stream, so each attempt opens the file anew. */
async function putVerified(session: Session, key: string, path: string, facts: FileFacts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await putObject(session, key, path, facts);
      await verifyObject(session, key, facts);
      return await rm(path, { force: true });
    } catch (error) {
      if (attempt >= PUT_ATTEMPTS || !isWorthRepeating(error)) throw error;
      await sleep(RETRY_PAUSE_MS * 2 ** attempt);
    }
  }
}

async function putObject({ sdk, client, bucket }: Session, key: string, path: string, facts: FileFacts): Promise<void> {
  const body = createReadStream(path, { highWaterMark: 256 * 1024 });
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
    await client.send(command, withTimeout(facts.size));
  } finally {
    body.destroy();
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

/** A service that says "stored" and did not must never lead to a row without its file (trust.md, "object store lying"). */
async function verifyObject({ sdk, client, bucket }: Session, key: string, { size, sha256 }: FileFacts): Promise<void> {
  const head = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }), withTimeout());
  const checksum = head.ChecksumSHA256;
  const isSame = head.ContentLength === size && (!checksum || Buffer.from(checksum, 'base64').toString('hex') === sha256);
  if (!isSame) throw new Error('The object store did not store what it was sent');
}

async function getObject({ sdk, client, bucket }: Session, key: string) {
  try {
    const answer = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }));
    return { stream: answer.Body as Readable, size: answer.ContentLength ?? 0 };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

async function* listObjects(
  run: <T>(action: (session: Session) => Promise<T>) => Promise<T>,
  prefix: string | undefined,
): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page = await run(({ sdk, client, bucket }) =>
      client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }), withTimeout()),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date() };
    }
    token = page.NextContinuationToken;
  } while (token);
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

/** A refusal (4xx) stays one; a lost answer, a time-out or a 5xx may be better the next time. Putting the same bytes twice does no harm. */
function isWorthRepeating(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 404 || status === 408 || status === 429;
}
