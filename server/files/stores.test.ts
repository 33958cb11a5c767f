import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import { storageProblem } from './storage-problem.ts';
import type { FileStore, StoredFile } from './store.ts';
import { removeUnknown, surveyFiles, sweepStaging } from './sweep.ts';

// It has no types.
const S3rver = createRequire(import.meta.url)('s3rver');

const CREDENTIALS = {
  bucket: 'proposals',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
};
let dir: string;
let s3rver: { run(): Promise<unknown>; close(): Promise<void> };
let endpoint: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stores-'));
  for (const name of ['disk', 's3', 'staging']) await mkdir(join(dir, name));
  s3rver = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(dir, 's3'),
    configureBuckets: [{ name: 'proposals', configs: [] }],
  });
  const address = (await s3rver.run()) as AddressInfo;
  endpoint = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  await s3rver.close();
  await rm(dir, { recursive: true });
});

async function stage(content: Buffer | string) {
  const path = join(dir, 'staging', `${Math.random()}.upload`);
  await writeFile(path, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    path,
    facts: { size: Buffer.byteLength(content), sha256, contentType: 'application/pdf' },
  };
}

async function put(store: FileStore, key: string, content: Buffer | string) {
  const { path, facts } = await stage(content);
  await store.put(key, path, facts);
  return path;
}

async function filesOf(store: FileStore, prefix?: string) {
  const files: StoredFile[] = [];
  for await (const file of store.list(prefix)) files.push(file);
  return files;
}

async function keysOf(store: FileStore, prefix?: string) {
  return (await filesOf(store, prefix)).map(({ key }) => key).sort();
}

describe.each<[string, () => FileStore]>([
  ['disk', () => createDiskStore(join(dir, 'disk'))],
  ['s3', () => createS3Store({ endpoint, ...CREDENTIALS })],
])('the %s store', (_, open) => {
  it('keeps what it is given and consumes the staged file', async () => {
    const store = open();
    const content = Buffer.alloc(3_000_000, 'x');
    const path = await put(store, 'user-1/deck', content);
    const file = await store.get('user-1/deck');
    expect(file!.size).toBe(content.length);
    expect((await buffer(file!.stream)).equals(content)).toBe(true);
    await expect(stat(path)).rejects.toThrow();
  });

  it('answers undefined for a file that is not there', async () => {
    expect(await open().get('user-1/absent')).toBeUndefined();
  });

  it('lists by prefix, with size and time', async () => {
    const store = open();
    await put(store, 'user-2/a.pdf', 'a');
    await put(store, 'user-3/b.pdf', 'bb');
    expect(await keysOf(store)).toEqual(expect.arrayContaining(['user-2/a.pdf', 'user-3/b.pdf']));
    const [only] = await filesOf(store, 'user-3/');
    expect(only).toMatchObject({ key: 'user-3/b.pdf', size: 2 });
    expect(Math.abs(only!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('deletes, and a second time too', async () => {
    const store = open();
    await put(store, 'user-4/a', 'a');
    await store.delete('user-4/a');
    await store.delete('user-4/a');
    expect(await keysOf(store, 'user-4/')).toEqual([]);
  });

  it.each(['../secret', 'a/../../b', '/etc/passwd', 'a//b', '', 'a/.hidden', 'a\0b', 'a\\b'])(
    'refuses the key %j',
    async (key) => {
      const { path, facts } = await stage('x');
      await expect(open().put(key, path, facts)).rejects.toThrow();
      await expect(open().get(key)).rejects.toThrow();
    },
  );

  it('answers a ping', async () => {
    await open().ping();
  });

  it('sweeps what no row knows, and nothing young', async () => {
    const store = open();
    await put(store, 'sweep/known', 'a');
    await put(store, 'sweep/orphan', 'b');
    const { path } = await stage('stale');
    const isKnown = async (keys: string[]) => new Set(keys.filter((key) => key !== 'sweep/orphan'));
    const past = new Date(Date.now() - 3_600_000);
    expect((await surveyFiles(store, isKnown, past)).orphans).toEqual([]);
    await utimes(path, 0, 0);
    const { orphans } = await surveyFiles(store, isKnown, new Date(Date.now() + 5_000));
    expect(orphans).toEqual(['sweep/orphan']);
    expect(await removeUnknown(store, isKnown, orphans)).toMatchObject({ removed: orphans });
    expect(await sweepStaging(join(dir, 'staging'), past)).toBeGreaterThan(0);
    expect(await keysOf(store, 'sweep/')).toEqual(['sweep/known']);
  });
});

describe('when the place for files fails', () => {
  it('a full disk is 507 and a broken one 503', () => {
    const failed = (code: string) => storageProblem(Object.assign(new Error(code), { code }));
    expect(failed('ENOSPC')).toMatchObject({ code: 'storage_full', status: 507 });
    expect(failed('EROFS')).toMatchObject({ code: 'storage_full' });
    expect(failed('EIO')).toMatchObject({ code: 'unavailable', retryAfter: 30 });
    expect(failed('EOTHER')).toMatchObject({ message: 'EOTHER' });
  });

  it('a disk store without its directory fails its ping', async () => {
    await expect(createDiskStore(join(dir, 'absent')).ping()).rejects.toThrow();
  });

  it('a bucket that is away is 503, and the staged file stays', async () => {
    const store = createS3Store({ endpoint: 'http://127.0.0.1:9', ...CREDENTIALS });
    const { path, facts } = await stage('x');
    await expect(store.put('a/b', path, facts)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readFile(path, 'utf8')).toBe('x');
  });

  it('a service that says "stored" and stored less is found out', async () => {
    const liar = await fakeS3({ headLength: 2 });
    const { path, facts } = await stage('four');
    await expect(liar.store.put('a/b', path, facts)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readdir(join(dir, 'staging'))).not.toEqual([]);
    liar.server.close();
  });

  it('a lost answer is tried again, with the checksum in header and signature', async () => {
    const fake = await fakeS3({ headLength: 4, lostAnswers: 1 });
    const { path, facts } = await stage('four');
    await fake.store.put('a/b', path, facts);
    expect(fake.puts.length).toBe(2);
    expect(fake.puts[1]).toMatchObject({
      'x-amz-content-sha256': facts.sha256,
      'content-length': '4',
    });
    expect(fake.puts[1]!['x-amz-checksum-sha256']).toBe(
      Buffer.from(facts.sha256, 'hex').toString('base64'),
    );
    fake.server.close();
  });
});

async function fakeS3({
  headLength,
  lostAnswers = 0,
}: {
  headLength: number;
  lostAnswers?: number;
}) {
  const puts: NodeJS.Dict<string | string[]>[] = [];
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method === 'PUT' && puts.push(request.headers) <= lostAnswers)
        return request.socket.destroy();
      if (request.method === 'HEAD') response.setHeader('content-length', headLength);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    puts,
    store: createS3Store({ endpoint: `http://127.0.0.1:${port}`, ...CREDENTIALS }),
  };
}
