import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3, type S3Server } from './s3.ts';

let server: S3Server;
let client: S3Client;
beforeAll(async () => {
  server = await startS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});

test('an object is stored, found, listed, read back and deleted', async () => {
  const at = { Bucket: server.bucket, Key: 'user-1/deck.pdf' };
  const bytes = randomBytes(300_000);
  await client.send(new PutObjectCommand({ ...at, Body: bytes, ContentType: 'application/pdf' }));
  const head = await client.send(new HeadObjectCommand(at));
  expect(head).toMatchObject({ ContentLength: bytes.length, ContentType: 'application/pdf' });
  expect((await readObject(at)).equals(bytes)).toBe(true);
  const list = await client.send(
    new ListObjectsV2Command({ Bucket: server.bucket, Prefix: 'user-1/' }),
  );
  expect(list.Contents?.map(({ Key }) => Key)).toEqual([at.Key]);
  await client.send(new DeleteObjectCommand(at));
  await expect(client.send(new HeadObjectCommand(at))).rejects.toMatchObject({ name: 'NotFound' });
});

test('a stream of known length is stored', async () => {
  const at = { Bucket: server.bucket, Key: 'streamed' };
  const bytes = randomBytes(1_000_000);
  await client.send(
    new PutObjectCommand({
      ...at,
      Body: Readable.from([bytes.subarray(0, 400_000), bytes.subarray(400_000)]),
      ContentLength: bytes.length,
    }),
  );
  expect((await readObject(at)).equals(bytes)).toBe(true);
});

test('parts become one object', async () => {
  const at = { Bucket: server.bucket, Key: 'in-parts' };
  const [one, two] = [randomBytes(5 * 1024 * 1024), randomBytes(1000)];
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  const Parts = [];
  for (const [index, Body] of [one, two].entries()) {
    const { ETag } = await client.send(
      new UploadPartCommand({ ...at, UploadId, PartNumber: index + 1, Body }),
    );
    Parts.push({ ETag, PartNumber: index + 1 });
  }
  await client.send(
    new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }),
  );
  expect((await readObject(at)).equals(Buffer.concat([one, two]))).toBe(true);
});

async function readObject(at: { Bucket: string; Key: string }): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand(at));
  return Buffer.from(await Body!.transformToByteArray());
}
