import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { ConfigError } from '../config.ts';
import { explainS3Fault, isMissingKey } from '../files/s3-faults.ts';
import { listObjects, type Run } from '../files/s3-objects.ts';
import { openSession, withIdleTimeout, type Session } from '../files/s3-session.ts';
import { limitSilence } from '../files/silence.ts';
import { BackupError } from './backup-error.ts';
import type { BucketAddress, Place } from './place.ts';

type Bytes = AsyncIterable<Buffer>;

/**
 * All parts except the last have one size, as some services require; one part is held in memory.
 */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

async function* inParts(bytes: Bytes): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let held = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length;) {
      const copied = chunk.copy(part, held, from);
      held += copied;
      from += copied;
      if (held < PART_BYTES) continue;
      yield part;
      [part, held] = [Buffer.allocUnsafe(PART_BYTES), 0];
    }
  }
  if (held > 0) yield part.subarray(0, held);
}

/** A multipart upload: the object appears completely, or not at all. */
async function upload(run: Run, Key: string, bytes: Bytes): Promise<number> {
  const { UploadId } = await run(({ sdk, client, bucket: Bucket }, { abortSignal }) =>
    client.send(
      new sdk.CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'application/x-tar' }),
      { abortSignal },
    ),
  );
  const parts: CompletedPart[] = [];
  let size = 0;
  try {
    for await (const part of inParts(bytes)) {
      const PartNumber = parts.length + 1;
      if (PartNumber > MAX_PARTS)
        throw new BackupError(
          'The backup is too large for one object of a bucket: 160 GB at most.',
        );
      const { ETag } = await run(({ sdk, client, bucket: Bucket }, { abortSignal }) =>
        client.send(
          new sdk.UploadPartCommand({
            Bucket,
            Key,
            UploadId,
            PartNumber,
            Body: part,
            ContentMD5: createHash('md5').update(part).digest('base64'),
          }),
          { abortSignal },
        ),
      );
      parts.push({ ETag, PartNumber });
      size += part.length;
    }
    await run(({ sdk, client, bucket: Bucket }, { abortSignal }) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({
          Bucket,
          Key,
          UploadId,
          MultipartUpload: { Parts: parts },
        }),
        { abortSignal },
      ),
    );
  } catch (error) {
    await run(({ sdk, client, bucket: Bucket }) =>
      client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
    ).catch(() => undefined);
    throw error;
  }
  return size;
}

const sizeOf = (run: Run, Key: string): Promise<number | undefined> =>
  run(async ({ sdk, client, bucket: Bucket }, { abortSignal }) => {
    try {
      const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal });
      return head.ContentLength;
    } catch (error) {
      if (isMissingKey(error)) return undefined;
      throw error;
    }
  });

/** Names the address, not a setting: backups have their own settings. */
function explain(error: unknown, address: BucketAddress): unknown {
  const isOurs = error instanceof BackupError || error instanceof ConfigError;
  const isOfStore = (error as { $metadata?: unknown }).$metadata !== undefined;
  const { code = '' } = error as { code?: string };
  if (isOurs || !(isOfStore || /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_)/.test(code))) return error;
  const fault = explainS3Fault(error, address).message.replace(/^S3_[A-Z0-9_, ]+: /, '');
  return new BackupError(`${address.endpoint}/${address.bucket}: ${fault}`, { cause: error });
}

/** A place below a prefix of a bucket; the SDK is loaded with the first call. */
export function openBucketPlace(address: BucketAddress): Place {
  const { prefix, endpoint, bucket } = address;
  let opened: Promise<Session> | undefined;
  const run: Run = async (call) => {
    const session = await (opened ??= openSession(address));
    return withIdleTimeout(session, (idleTimeout) => call(session, idleTimeout)).catch((error) => {
      throw explain(error, address);
    });
  };
  return {
    label: `${endpoint}/${bucket}/${prefix}`,
    async write(name, bytes) {
      const key = prefix + name;
      if ((await sizeOf(run, key)) !== undefined)
        throw new BackupError(`${endpoint}/${bucket}/${key} exists already.`);
      const size = await upload(run, key, bytes);
      if ((await sizeOf(run, key)) !== size)
        throw new BackupError('The bucket did not store the backup as it was sent. Try again.');
      return size;
    },
    async list() {
      const names: string[] = [];
      for await (const { key } of listObjects(run, prefix)) names.push(key.slice(prefix.length));
      return names;
    },
    open: (name) =>
      run(async (session, { abortSignal }) => {
        const { sdk, client, bucket: Bucket, silenceTimeoutMs } = session;
        const Key = prefix + name;
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), {
            abortSignal,
          });
          return limitSilence(
            Body as Readable,
            silenceTimeoutMs,
            () => new BackupError(`${endpoint} is not responding. Try again.`),
          );
        } catch (error) {
          if (isMissingKey(error))
            throw new BackupError(`There is no ${endpoint}/${bucket}/${Key}.`);
          throw error;
        }
      }),
    remove: (name) =>
      run(async ({ sdk, client, bucket: Bucket }, { abortSignal }) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + name }), {
          abortSignal,
        });
      }),
  };
}
