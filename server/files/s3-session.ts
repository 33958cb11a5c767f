/**
 * The connection to an object store: loaded with the first call; every call has an idle timeout.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { S3Client } from '@aws-sdk/client-s3';

/** `silenceTimeoutMs`: milliseconds without any bytes after which a call fails. */
export type S3Options = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  silenceTimeoutMs?: number;
};

/** Less than the ten seconds within which people get an answer. */
export const SILENCE_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Milliseconds that an idle connection is kept open: firewalls drop idle connections silently. */
const IDLE_TIMEOUT_MS = 20_000;
/** Each slow reader of a large file holds a connection. */
const MAX_SOCKETS = 200;

export type Sdk = typeof import('@aws-sdk/client-s3');
export type Session = {
  sdk: Sdk;
  client: S3Client;
  bucket: string;
  silenceTimeoutMs: number;
  dropIdleSockets(): void;
};
/** What a call is given: it ends with the signal, and every byte postpones the timeout. */
export type IdleTimeout = { abortSignal: AbortSignal; touch(): void };

const ignore = (): void => {};

export async function openSession({
  bucket,
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  silenceTimeoutMs = SILENCE_TIMEOUT_MS,
}: S3Options): Promise<Session> {
  const sdk = await import('@aws-sdk/client-s3');
  const limits = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_TIMEOUT_MS };
  const [httpAgent, httpsAgent] = [new HttpAgent(limits), new HttpsAgent(limits)];
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Ours are set explicitly; not every service understands the SDK's own trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // We throw failures and log each once.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore, trace: ignore },
    // Without the SDK's timeouts: its socket timeout would also cut a download whose reader is
    // slow.
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: 0,
      socketTimeout: 0,
      httpAgent,
      httpsAgent,
    },
  });
  const dropIdleSockets = () => {
    for (const agent of [httpAgent, httpsAgent])
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  };
  return { sdk, client, bucket, silenceTimeoutMs, dropIdleSockets };
}

export class SilentStoreError extends Error {
  readonly code = 'ETIMEDOUT';
  constructor({ silenceTimeoutMs }: Pick<Session, 'silenceTimeoutMs'>) {
    super(`The object store did not respond for ${silenceTimeoutMs / 1000} s`);
  }
}

/**
 * Rejects, and closes the connection, if the store is silent for too long. Other idle connections
 * to it are probably dead too, and are closed as well.
 */
export async function withIdleTimeout<T>(
  session: Session,
  call: (idleTimeout: IdleTimeout) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new SilentStoreError(session);
      session.dropIdleSockets();
      ending.abort(error);
      reject(error);
    }, session.silenceTimeoutMs);
  });
  try {
    return await Promise.race([
      call({ abortSignal: ending.signal, touch: () => void timer?.refresh() }),
      silence,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
