import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3Store } from '#server/files/s3.ts';
import { startMoodyStore, type MoodyStore } from '#tests/faults/drill/moody-store.ts';
import type { S3Server } from './s3.ts';
import { lacksSwift, startSwift } from './swift.ts';

const CONTENT = '%PDF-1.7 looms';
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const facts = { size: CONTENT.length, sha256, contentType: 'application/pdf' };

describe.skipIf(lacksSwift)('a store that checks signatures and checksums', () => {
  let swift: S3Server;
  let line: MoodyStore;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'swift-files-'));
    swift = await startSwift();
    line = await startMoodyStore(swift.endpoint);
  });
  afterAll(async () => {
    await line?.stop();
    await swift?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const stage = () => {
    const path = join(folder, 'staged');
    writeFileSync(path, CONTENT);
    return path;
  };

  test('takes a file, lists it, gives it back and deletes it', async () => {
    const store = createS3Store(swift);
    await store.check();
    await store.put('ama/deck.pdf', stage(), facts);
    const keys: string[] = [];
    for await (const { key } of store.list()) keys.push(key);
    expect(keys).toEqual(['ama/deck.pdf']);
    expect(await text((await store.get('ama/deck.pdf'))!.stream)).toBe(CONTENT);
    await store.delete('ama/deck.pdf');
    expect(await store.get('ama/deck.pdf')).toBeUndefined();
  });

  test('refuses a wrong secret, and the start says which setting it is', async () => {
    const store = createS3Store({ ...swift, secretAccessKey: 'another' });
    await expect(store.check()).rejects.toThrow(/^S3_/);
  });

  test('a file that was changed on its way is refused, and nothing is stored', async () => {
    const store = createS3Store({ ...swift, endpoint: line.url });
    line.mood = 'altered on the way';
    await expect(store.put('ama/changed.pdf', stage(), facts)).rejects.toThrow();
    line.mood = 'good';
    expect(await store.get('ama/changed.pdf')).toBeUndefined();
  });
});
