/**
 * The connection to a bucket of any S3-compatible service, for files and for backups. The SDK is
 * loaded with the first call: without S3 it costs no memory. It retries what can be repeated and
 * signs; that a service falls silent is noticed here, because the SDK's own timeouts would also cut
 * a download whose reader is slow.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { ConfigError } from '../config.ts';
import { explain, faultOf, type Fault, type Rule } from '../explain.ts';
import type { StoredFile } from './store.ts';

/**
 * `silenceTimeoutMs`: milliseconds without any bytes after which a call fails; `requestTimeoutMs`:
 * those after which each of its requests does, if there is a limit.
 */
export type S3Options = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  silenceTimeoutMs?: number;
  requestTimeoutMs?: number;
};

/** Less than the ten seconds within which people get an answer. */
export const SILENCE_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Milliseconds that an idle connection is kept open: firewalls drop idle connections silently. */
const IDLE_TIMEOUT_MS = 20_000;
/** Each slow reader of a large file holds a connection. */
const MAX_SOCKETS = 200;

type Sdk = typeof import('@aws-sdk/client-s3');
/** What a call may use: it is aborted if the store is silent for too long. */
export type S3Call = {
  sdk: Sdk;
  client: S3Client;
  Bucket: string;
  send: S3Client['send'];
  signal: AbortSignal;
  /** A byte that was sent postpones the timeout. */
  touch(): void;
  /** The bytes of an answer, which end with `onSilence` if the store falls silent. */
  bodyOf(answer: { Body?: unknown }, onSilence: (error: Error) => Error): Readable;
};
export type Run = <T>(call: (parts: S3Call) => Promise<T>) => Promise<T>;

class SilentStoreError extends Error {
  readonly code = 'ETIMEDOUT';
}

const ignore = (): void => {};

async function openClient(options: S3Options) {
  const { endpoint, region, accessKeyId, secretAccessKey, requestTimeoutMs = 0 } = options;
  const sdk = await import('@aws-sdk/client-s3');
  const limits = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_TIMEOUT_MS };
  const [httpAgent, httpsAgent] = [new HttpAgent(limits), new HttpsAgent(limits)];
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Not every service understands the checksums that the SDK adds by itself behind a stream.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // We throw failures and log each once.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore, trace: ignore },
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent,
      httpsAgent,
    },
  });
  const dropIdleSockets = () => {
    for (const agent of [httpAgent, httpsAgent])
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  };
  return { sdk, client, dropIdleSockets };
}

/**
 * Each call rejects, and its connection is closed, if the store is silent for too long; so are the
 * idle ones, which are probably dead too.
 */
export function connect(options: S3Options): Run {
  const { bucket: Bucket, silenceTimeoutMs = SILENCE_TIMEOUT_MS } = options;
  let opened: ReturnType<typeof openClient> | undefined;
  return async (call) => {
    const { sdk, client, dropIdleSockets } = await (opened ??= openClient(options));
    const silence = (): Error => {
      dropIdleSockets();
      return new SilentStoreError(
        `The object store did not respond for ${silenceTimeoutMs / 1000} s`,
      );
    };
    const ending = new AbortController();
    const silent = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = silence();
      ending.abort(error);
      silent.reject(error);
    }, silenceTimeoutMs);
    const parts: S3Call = {
      ...{ sdk, client, Bucket, signal: ending.signal },
      send: ((command: never) =>
        client.send(command, { abortSignal: ending.signal })) as S3Client['send'],
      touch: () => void timer.refresh(),
      bodyOf: ({ Body }, onSilence) =>
        limitSilence(Body as Readable, silenceTimeoutMs, () => onSilence(silence())),
    };
    return Promise.race([call(parts), silent.promise]).finally(() => clearTimeout(timer));
  };
}

/**
 * The same bytes; fails if the source is silent for this long while somebody wants to read. A
 * pausing reader does not count. Destroying it destroys the source.
 */
function limitSilence(source: Readable, timeoutMs: number, onSilence: () => Error): Readable {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const limited: Readable = new Readable({
    read() {
      const timer = setTimeout(() => limited.destroy(onSilence()), timeoutMs);
      chunks
        .next()
        .finally(() => clearTimeout(timer))
        .then(
          ({ value, done }) => limited.push(done ? null : value),
          (error: Error) => limited.destroy(error),
        );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  // Either may fail before anybody reads; the reader then gets the error when it starts.
  source.on('error', (error) => limited.destroy(error));
  limited.on('error', () => undefined);
  return limited;
}

/** All objects below a prefix, page by page; each page may take some time. */
export async function* listObjects(run: Run, Prefix?: string): AsyncGenerator<StoredFile> {
  let ContinuationToken: string | undefined;
  do {
    const page = await run(({ sdk, send, Bucket }) =>
      // Encoded, because XML cannot represent every character that a foreign key may contain.
      send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken, EncodingType: 'url' }),
      ),
    );
    const decode = page.EncodingType === 'url' ? decodeKey : (key: string) => key;
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { key: decode(Key), size: Size ?? 0, modifiedAt: LastModified ?? new Date() };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

const WRONG_CREDENTIALS =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|InvalidSecurity|RequestTimeTooSkewed)$/;
const WRONG_REGION =
  /^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraintException)$/;

/** Without the permission to list, a service answers 403 for a missing key. */
export function isDenied(error: unknown): boolean {
  const { status, name } = faultOf(error);
  return status === 403 && !WRONG_CREDENTIALS.test(name);
}

export function isMissingKey(error: unknown): boolean {
  const { status, name } = faultOf(error);
  return status === 404 && name !== 'NoSuchBucket';
}

const KEYS = 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY';
const RIGHTS = 's3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket';

const rulesFor = ({ endpoint, bucket, region }: S3Options): Rule[] => {
  const named = (name: string) => (fault: Fault) => fault.name === name;
  return [
    [
      named('NoSuchBucket'),
      `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Create it, or name another.`,
    ],
    [named('InvalidBucketName'), `S3_BUCKET: ${bucket} cannot be the name of a bucket.`],
    [
      named('RequestTimeTooSkewed'),
      "S3_ENDPOINT: the object store's clock and this machine's differ. Set this machine's clock.",
    ],
    [
      ({ name }) => WRONG_CREDENTIALS.test(name),
      ({ name }) => `${KEYS}: the object store at ${endpoint} refuses them (${name}).`,
    ],
    [
      ({ name }) => WRONG_REGION.test(name),
      ({ name }) => `S3_REGION: the bucket ${bucket} is not in ${region} (${name}).`,
    ],
    [
      ({ status }) => status === 401 || status === 403,
      `${KEYS}: they may not use the bucket ${bucket}; it needs ${RIGHTS}.`,
    ],
    [
      ({ status }) => status === 0,
      ({ code, message, name }) =>
        `S3_ENDPOINT: the object store at ${endpoint} does not answer (${code || message || name}).`,
    ],
    [
      () => true,
      ({ status, name }) =>
        `S3_ENDPOINT: what answers at ${endpoint} is not an object store, or a faulty one (${status} ${name}).`,
    ],
  ];
};

/** For the start: one line that names the setting. */
export const explainS3Fault = (error: unknown, options: S3Options): ConfigError =>
  new ConfigError(explain(error, rulesFor(options))!);
