import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { createS3Store } from './s3.ts';
import { claimStore, isEmptyStore, surveyFiles } from './sweep.ts';

/**
 * Answers of real services that the test server never gives, in the form of Amazon's documentation.
 */
const OPTIONS = {
  bucket: 'proposals',
  region: 'us-east-1',
  accessKeyId: 'AK',
  secretAccessKey: 'SK',
};
const folder = mkdtempSync(join(tmpdir(), 's3-answers-'));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

type Answer = (request: IncomingMessage, response: ServerResponse, key: string) => void;

async function storeThat(answer: Answer) {
  const server = createServer((request, response) => {
    const key = decodeURIComponent(
      new URL(request.url!, 'http://x').pathname.slice(`/${OPTIONS.bucket}/`.length),
    );
    request.resume().on('end', () => answer(request, response, key));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return createS3Store({
    ...OPTIONS,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silenceTimeoutMs: 3000,
  });
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);

function stage(content: string) {
  const path = join(folder, randomUUID());
  writeFileSync(path, content);
  return {
    path,
    facts: {
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      contentType: 'application/pdf',
    },
  };
}

test('a marker whose answer breaks off is read again', async () => {
  let asked = 0;
  const store = await storeThat((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-length': '4' });
    if (asked > 2) return void response.end('mine');
    response.write('mi', () => response.destroy());
  });
  expect(await store.readMarker()).toBe('mine');
});

test('403 for a key is "not there" as long as the store can be read at all', async () => {
  const store = await storeThat((_request, response, key) =>
    key === '.probe' ? void response.end('ok') : refuse(response, 403, 'AccessDenied'),
  );
  expect(await store.get('a/b.pdf')).toBeUndefined();
  expect(await store.readMarker()).toBeUndefined();
  await store.ping();
  const closed = await storeThat((_request, response) => refuse(response, 403, 'AccessDenied'));
  await expect(closed.get('a/b.pdf')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(closed.ping()).rejects.toMatchObject({ code: 'unavailable' });
  const revoked = await storeThat((_request, response) =>
    refuse(response, 403, 'InvalidAccessKeyId'),
  );
  await expect(revoked.get('a/b.pdf')).rejects.toMatchObject({ code: 'unavailable' });
});

test('without the right to list it works, and is never swept', async () => {
  const objects = new Set(['.probe']);
  const store = await storeThat((request, response, key) => {
    if (request.method === 'PUT') objects.add(key);
    if (request.method === 'PUT' || objects.has(key)) response.end('ok');
    else refuse(response, 403, 'AccessDenied');
  });
  await store.check();
  expect(await isEmptyStore(store)).toBeUndefined();
  expect(await claimStore(store, 'id')).toBe('unmarked');
  await expect(surveyFiles(store, async (keys) => new Set(keys), new Date())).rejects.toMatchObject(
    { code: 'unavailable' },
  );
});

test('a store that sums up other bytes than it was sent is found out', async () => {
  const wrong = createHash('sha256').update('other').digest('base64');
  const store = await storeThat((request, response) => {
    if (request.method === 'HEAD')
      response.writeHead(200, { 'content-length': 4, 'x-amz-checksum-sha256': wrong });
    response.end();
  });
  const { path, facts } = stage('four');
  await expect(store.put('a/b.pdf', path, facts)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'The object store did not store what it was sent' },
  });
});

test.each([
  [403, 'InvalidAccessKeyId', 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the object store at'],
  [403, 'SignatureDoesNotMatch', 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the object store at'],
  [
    403,
    'AccessDenied',
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: they may not use the bucket proposals',
  ],
  [404, 'NoSuchBucket', 'S3_BUCKET: there is no bucket proposals at'],
  [301, 'PermanentRedirect', 'S3_REGION: the bucket proposals is not in us-east-1'],
  [400, 'AuthorizationHeaderMalformed', 'S3_REGION: the bucket proposals is not in us-east-1'],
  [404, 'Not Found', 'S3_ENDPOINT: what answers at'],
])('%i %s at the start is one line that names the setting', async (status, code, line) => {
  const store = await storeThat((_request, response) => refuse(response, status, code));
  const failure = await store.check().catch((error: Error) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as Error).message).toMatch(new RegExp(`^${line}[^\n]*$`));
});

test('nobody at the address, or no object store', async () => {
  await expect(
    createS3Store({ ...OPTIONS, endpoint: 'http://127.0.0.1:9' }).check(),
  ).rejects.toThrow(
    /^S3_ENDPOINT: the object store at http:\/\/127.0.0.1:9 does not answer \(ECONNREFUSED\)/,
  );
  const page = await storeThat(
    (_request, response) =>
      void response
        .writeHead(404, { 'content-type': 'text/html' })
        .end('<!doctype html><p>Not here'),
  );
  await expect(page.check()).rejects.toThrow(/^S3_ENDPOINT: what answers at/);
});

/**
 * Pages of 1,000 as a real service returns them; the test server's own tokens do not work under
 * this Node.
 */
function answerPages(keys: string[]): Answer {
  return (request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams;
    const first = Number(query.get('continuation-token') ?? 0);
    const encode = (key: string) =>
      query.get('encoding-type') === 'url' ? encodeURIComponent(key).replaceAll('%20', '+') : key;
    const contents = keys
      .slice(first, first + 1000)
      .map(
        (key) =>
          `<Contents><Key>${encode(key)}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified><Size>${key.endsWith('/') ? 0 : 1}</Size></Contents>`,
      );
    const isLast = first + 1000 >= keys.length;
    const more = isLast ? '' : `<NextContinuationToken>${first + 1000}</NextContinuationToken>`;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${!isLast}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`,
    );
  };
}

test('more than 1,000 objects, folder markers and foreign names are one listing', async () => {
  const own = Array.from({ length: 2_500 }, (_, number) => `user-${number % 7}/${number}.pdf`);
  const foreign = [
    'notes from Ama.txt',
    'Übersicht.pdf',
    'a+b.pdf',
    'a//b',
    'control\u0001character',
    `${'x'.repeat(600)}.pdf`,
  ];
  const store = await storeThat(
    answerPages(['.installation', '.probe', 'folder/', ...foreign, ...own]),
  );
  const batchSizes: number[] = [];
  const isKnown = async (keys: string[]) => {
    batchSizes.push(keys.length);
    return new Set(keys.slice(1));
  };
  const survey = await surveyFiles(store, isKnown, new Date());
  expect(survey.counts.documents).toEqual({ total: 2_500, known: 2_495, orphans: 5 });
  expect(batchSizes).toEqual([500, 500, 500, 500, 500]);
  expect(survey.foreign.map((name) => name.slice(0, 100))).toEqual(
    foreign.map((name) => name.slice(0, 100)),
  );
});
