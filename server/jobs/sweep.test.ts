import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Services } from '#server/context.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { insertProgram } from '#tests/factories.ts';
import { storedKeys, submit } from '#tests/proposal-forms.ts';
import { startS3, type S3Server } from '#tests/servers/s3.ts';
import { openVerified } from '../files/verified.ts';
import { claimFiles, sweepFiles } from './housekeeping.ts';
import { readOrphans } from './store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Files named `{user}/{id}.pdf` by default, without a row. */
async function addOrphans(
  { files, stagingDir }: Services,
  count: number,
  newKey = () => `${randomUUID()}/${randomUUID()}.pdf`,
): Promise<string[]> {
  const keys = Array.from({ length: count }, newKey);
  for (const key of keys) {
    const path = join(stagingDir, `${randomUUID()}.upload`);
    writeFileSync(path, key);
    const sha256 = createHash('sha256').update(key).digest('hex');
    await files.put(key, path, { size: key.length, sha256, contentType: 'application/pdf' });
  }
  return keys.sort();
}

async function keysSetAside({ db }: Services): Promise<string[]> {
  return [...(await readOrphans(db.read)).keys()].sort();
}

/** Messages logged at a level from now on. */
function listen({ log }: Services, level: 'error' | 'warn'): string[] {
  const lines: string[] = [];
  log[level] = ((_fields: unknown, message: string) => void lines.push(message)) as never;
  return lines;
}

describe.each(['disk', 's3'] as const)('files without a row, on %s', (kind) => {
  let s3: S3Server | undefined;
  let app: TestApp;
  let owner: Person;
  let programId: string;
  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3() : undefined;
  });
  beforeEach(async () => {
    app = await createTestApp({ ...s3?.env });
    owner = await app.signIn();
    programId = (await insertProgram(app.services)).id;
    return async () => {
      await app.close();
      // The next test starts with an empty bucket.
      if (s3)
        for (const name of readdirSync(join(s3.directory, s3.bucket)))
          rmSync(join(s3.directory, s3.bucket, name), { recursive: true });
    };
  });
  afterAll(() => s3?.stop());

  test('are set aside and deleted a week later; a file that got its row back is no longer', async () => {
    const { services } = app;
    await submit(services, owner, { program_id: programId });
    const rows = await services.db.read.selectFrom('documents').selectAll().execute();
    const [lost] = await addOrphans(services, 1);
    const warnings = listen(services, 'warn');
    // As in an older copy of the database, which lacks the proposal.
    await services.db.read.deleteFrom('documents').where('kind', '=', 'financials').execute();
    const financials = rows.find((row) => row.kind === 'financials')!;
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles(services);
    expect(await keysSetAside(services)).toEqual([lost, financials.key].sort());
    expect(await storedKeys(services)).toHaveLength(3);
    expect(warnings).toEqual([expect.stringContaining('without a row cleared away')]);

    app.pass(6 * DAY_SECONDS);
    await services.db.read
      .insertInto('documents')
      .values({ ...financials, markers: JSON.stringify(financials.markers) })
      .execute();
    await sweepFiles(services);
    expect(await keysSetAside(services)).toEqual([lost]);
    expect(await storedKeys(services)).toContain(financials.key);
    const whole = await openVerified(services, financials);
    expect((await buffer(whole!)).length).toBe(financials.size);
    app.pass(2 * DAY_SECONDS);
    await sweepFiles(services);
    expect(await keysSetAside(services)).toEqual([]);
    expect(await storedKeys(services)).toHaveLength(2);
    expect(await storedKeys(services)).not.toContain(lost);
  });

  test('what was set aside before does not stop the next sweep, however much it has become', async () => {
    const { services } = app;
    await submit(services, owner, { program_id: programId });
    for (const total of [2, 4, 6]) {
      await addOrphans(services, 2);
      app.pass(7 * HOUR_SECONDS);
      await sweepFiles(services);
      expect(await keysSetAside(services)).toHaveLength(total);
    }
    expect(services.sweepStops.too_many_files).toBe(0);
  });

  test('a database that knows none of many files moves none, logs it and counts it', async () => {
    const { services } = app;
    const orphans = await addOrphans(services, 6);
    const errors = listen(services, 'error');
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles(services);
    expect(await storedKeys(services)).toEqual(orphans);
    expect(errors).toEqual([expect.stringContaining('far too many files have no row')]);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toMatch(
      /^file_sweeps_stopped_total\{reason="too_many_files"\} 1$/m,
    );
  });

  test('one that cannot be removed does not block the others', async () => {
    const { services } = app;
    const [locked, free] = (await addOrphans(services, 2)) as [string, string];
    const errors = listen(services, 'error');
    const { files } = services;
    const refusing = async (key: string) => {
      if (key === locked) throw new Error('AccessDenied');
      await files.delete(key);
    };
    const guarded = { ...services, files: { ...files, delete: refusing } };
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles(guarded);
    expect(await keysSetAside(services)).toEqual([free, locked].sort());
    app.pass(8 * DAY_SECONDS);
    await sweepFiles(guarded);
    expect(errors).toEqual([expect.stringContaining('files could not be removed')]);
    expect(await keysSetAside(services)).toEqual([locked]);
    expect(await storedKeys(services)).toEqual([locked]);
    await expect(sweepFiles(guarded), 'nothing else is left to do').rejects.toThrow('AccessDenied');
    const silent = { ...guarded.files, ping: () => Promise.reject(new Error('no answer')) };
    await expect(sweepFiles({ ...guarded, files: silent })).rejects.toThrow('no answer');
  });

  test('parts of uploads are deleted at once, even if the sweep stops, provided the store is ours', async () => {
    const { services } = app;
    const newKey = () => `uploads/${randomUUID()}-0-${randomUUID()}`;
    const [, ours] = [await addOrphans(services, 30, newKey), await addOrphans(services, 6)];
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles(services);
    expect(services.sweepStops.too_many_files).toBe(1);
    expect(await storedKeys(services)).toEqual(ours);
    const [piece] = await addOrphans(services, 1, newKey);
    await services.files.writeMarker(randomUUID());
    await sweepFiles(services);
    expect(await storedKeys(services)).toContain(piece);
    expect(await keysSetAside(services)).toEqual([]);
  });

  test('a store of another installation is never swept, which is logged once', async () => {
    const { services } = app;
    const orphans = await addOrphans(services, 1);
    await services.files.writeMarker(randomUUID());
    const errors = listen(services, 'error');
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles(services);
    await sweepFiles(services);
    expect(await storedKeys(services)).toEqual(orphans);
    expect(errors).toEqual([expect.stringContaining('belongs to another installation')]);
    expect(services.sweepStops.foreign_store).toBe(2);
    await claimFiles(services);
    expect(errors).toHaveLength(2);
  });

  test('a store without a marker is adopted if rows and files match, and not otherwise', async () => {
    const { services } = app;
    const withoutMarker = {
      ...services.files,
      readMarker: async () => undefined,
      writeMarker: async () => expect.fail('marked'),
    };
    const [orphan] = await addOrphans(services, 1);
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles({ ...services, files: withoutMarker });
    expect(await storedKeys(services)).toEqual([orphan]);
    expect(services.sweepStops.unmarked_store).toBe(1);

    await submit(services, await app.signIn(), { program_id: programId });
    await sweepFiles({ ...services, files: withoutMarker });
    expect(await storedKeys(services), 'one of three has no row').toHaveLength(3);

    await services.files.delete(orphan!);
    let marker: string | undefined;
    await sweepFiles({
      ...services,
      files: {
        ...services.files,
        readMarker: async () => marker,
        writeMarker: async (id) => void (marker = id),
      },
    });
    expect(marker).toBe(
      (await services.db.read.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id,
    );
  });

  test('foreign files are left alone and do not stop the sweep', async () => {
    const { services } = app;
    const [orphan] = await addOrphans(services, 1);
    const names = ['Budget 2026.xlsx', 'Übersicht.pdf', 'lost+found'];
    for (const name of names) {
      if (s3) await putRaw(s3, name);
      else writeFileSync(join(services.config.dataDir, 'files', name), 'x');
    }
    if (s3) await putRaw(s3, 'drawn-by-a-console/');
    const warnings = listen(services, 'warn');
    app.pass(7 * HOUR_SECONDS);
    await sweepFiles(services);
    expect(await keysSetAside(services)).toEqual([orphan]);
    expect(warnings).toContainEqual(expect.stringContaining('what is not ours'));
  });
});

async function putRaw(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Server,
  key: string,
): Promise<void> {
  const { S3Client, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const body = key.endsWith('/') ? '' : 'x';
  await client.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentLength: body.length }),
  );
  client.destroy();
}

test('an embedded database that is missing or empty beside documents does not start; one of another installation sweeps nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-lost-'));
  const [dataDir, otherDir] = [join(folder, 'one'), join(folder, 'other')];
  const database = join(dataDir, 'pitch-trek.sqlite');
  const first = await createTestApp({ DATA_DIR: dataDir });
  const keys = await addOrphans(first.services, 3);
  await first.close();
  rmSync(database);
  await expect(createTestApp({ DATA_DIR: dataDir })).rejects.toThrow(
    /^DATA_DIR: .*pitch-trek.sqlite is missing, but stored files are beside it/,
  );
  writeFileSync(database, '');
  await expect(createTestApp({ DATA_DIR: dataDir })).rejects.toThrow(/is empty \(0 bytes\)/);
  expect(readFileSync(database).length).toBe(0);

  await (await createTestApp({ DATA_DIR: otherDir })).close();
  copyFileSync(join(otherDir, 'pitch-trek.sqlite'), database);
  const wrong = await createTestApp({ DATA_DIR: dataDir });
  wrong.pass(7 * HOUR_SECONDS);
  await sweepFiles(wrong.services);
  expect(await storedKeys(wrong.services)).toEqual(keys);
  expect(wrong.services.sweepStops.foreign_store).toBe(1);
  await wrong.close();
  rmSync(folder, { recursive: true });
});

test('leftovers of interrupted writes are deleted', async () => {
  const app = await createTestApp();
  const { config, stagingDir } = app.services;
  const paths = [
    join(config.dataDir, 'files', 'a', '.partial-1'),
    join(config.dataDir, 'files', '.partial-2'),
    join(stagingDir, '.partial-3'),
    join(stagingDir, '4.upload'),
  ];
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
  }
  const young = join(config.dataDir, 'files', 'a', '.partial-young');
  writeFileSync(young, 'x');
  const long = Date.now() / 1000 - 7 * HOUR_SECONDS;
  for (const path of paths) utimesSync(path, long, long);
  await app.services.files.writeMarker(randomUUID());
  await sweepFiles(app.services);
  expect(app.services.sweepStops.foreign_store, 'also where nothing is swept').toBe(1);
  expect([...paths, young].filter((path) => existsSync(path))).toEqual([young]);
  await app.close();
});
