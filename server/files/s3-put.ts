import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform, pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { notePassedBytes } from './gc.ts';
import { isWorthRepeating } from './s3-faults.ts';
import type { IdleTimeout, Sdk, Session } from './s3-session.ts';
import type { FileFacts } from './store.ts';

const PUT_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 200;
const READ_BYTES = 256 * 1024;

/** The SDK cannot rewind a stream, so each attempt opens the file again. */
export async function putVerified(
  session: Session,
  idleTimeout: IdleTimeout,
  key: string,
  path: string,
  facts: FileFacts,
): Promise<void> {
  const progress = reportProgress(idleTimeout);
  for (let attempt = 1; ; attempt++) {
    try {
      await putObject(session, idleTimeout, key, path, facts, progress);
      await verifyObject(session, idleTimeout, key, facts);
      return await rm(path, { force: true });
    } catch (error) {
      if (attempt >= PUT_ATTEMPTS || idleTimeout.abortSignal.aborted || !isWorthRepeating(error))
        throw error;
      await sleep(RETRY_PAUSE_MS * 2 ** attempt);
    }
  }
}

/**
 * Only bytes that no earlier attempt has sent count as progress: retries must not postpone the
 * timeout forever.
 */
function reportProgress({ touch }: IdleTimeout): () => Transform {
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
  { sdk, client, bucket }: Session,
  { abortSignal }: IdleTimeout,
  key: string,
  path: string,
  facts: FileFacts,
  progress: () => Transform,
): Promise<void> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
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

/**
 * The payload's hash is part of the signature: any service that verifies signatures refuses a
 * truncated or altered body.
 */
function signPayload(command: InstanceType<Sdk['PutObjectCommand']>, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] =
        sha256;
      return next(args);
    },
    { step: 'build', name: 'signPayload' },
  );
}

/** A service that falsely reports success must never lead to a row without its file: trust F5. */
async function verifyObject(
  { sdk, client, bucket }: Session,
  { abortSignal }: IdleTimeout,
  key: string,
  { size, sha256 }: FileFacts,
): Promise<void> {
  const head = await client.send(
    new sdk.HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }),
    { abortSignal },
  );
  const checksum = head.ChecksumSHA256;
  const isSame =
    head.ContentLength === size &&
    (!checksum || Buffer.from(checksum, 'base64').toString('hex') === sha256);
  if (!isSame) throw new Error('The object store did not store what it was sent');
}
