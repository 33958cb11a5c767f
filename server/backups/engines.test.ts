/** Backups, restores and moves between both engines and both stores. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { useBackupPlaces } from '#tests/backup-places.ts';
import { createPost, faqInput, programInput } from '#tests/factories.ts';
import { picture } from '#tests/image-samples.ts';
import { storedKeys, submissionTo } from '#tests/proposal-forms.ts';
import { query } from '#tests/servers/sql.ts';
import { knownIn } from '../jobs/backup-job.ts';
import { createDiskStore } from '../files/disk.ts';
import { createBackup, type Settings } from './create.ts';
import { moveInstallation } from './move.ts';
import { openTarget } from './places.ts';
import { restoreBackup } from './restore.ts';

const { pathOf, newFolder, newBucket, storeAddress, newDatabase, open } = useBackupPlaces();
const storeOfEnv = (env: Record<string, string>): NonNullable<Settings['s3']> => ({
  endpoint: env['S3_ENDPOINT']!,
  bucket: env['S3_BUCKET']!,
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
});

const log = { error: () => {}, warn: () => {} };

/**
 * Something of everything: accounts, programs with a question, a proposal with an answer and two
 * documents, a post with a picture.
 */
async function fill(app: TestApp): Promise<string> {
  const applicant = await app.signIn();
  const admin = await app.signIn({ role: 'admin' });
  const questions = [{ kind: 'yes_no', label: 'Is your business registered?' }];
  const program = await admin.post('/programs/', { ...programInput(), questions });
  const answers = JSON.stringify({ [program.body.questions[0].id]: true });
  const submission = await submissionTo(program.body.id, { answers });
  expect((await applicant.post('/proposals/', submission)).status).toBe(201);
  const image = await picture({ width: 900, height: 600 });
  await createPost(admin, {
    fields: { title: 'Ghana: Ɛyɛ “quoted” 🎉' },
    featured: image,
    gallery: [image],
  });
  return admin.token!;
}

/** What a person sees who is still signed in there. */
async function expectSame(app: TestApp, token: string, source: TestApp): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const [program] = (await source.visitor.get('/programs/')).body;
  const [asked] = (await source.visitor.get(`/programs/${program.id}`)).body.questions;
  const answered = `/proposals/admin/all?answer.${asked.id}=true`;
  expect((await source.visitor.get(answered, { headers })).body).toHaveLength(1);
  for (const path of ['/users/', '/proposals/', answered, '/cms/', '/programs/', '/audit-log/']) {
    const [copied, original] = await Promise.all(
      [app, source].map((each) => each.visitor.get(path, { headers })),
    );
    expect(copied!.status).toBe(original!.status);
    const withoutLinks = (body: unknown) =>
      JSON.stringify(body)
        .replaceAll(/\?expires=[^"]*/g, '')
        .replaceAll(app.url, source.url);
    expect(withoutLinks(copied!.body)).toBe(withoutLinks(original!.body));
  }
  expect((await storedKeys(app.services)).sort()).toEqual(
    (await storedKeys(source.services)).sort(),
  );
}

const backUp = (app: TestApp, to: string, key?: string) =>
  createBackup({
    settings: app.services.config,
    knownIn,
    target: openTarget(to, {}),
    key,
    now: new Date(),
    log,
  });

describe('PostgreSQL and S3', () => {
  let source: TestApp;
  let token: string;
  beforeAll(async () => {
    source = await open({ DATABASE_URL: await newDatabase(), ...newBucket() });
    token = await fill(source);
  });

  test('a backup in a bucket comes back into another database and bucket', async () => {
    const backups = newBucket();
    const to = `${storeAddress()}/${backups['S3_BUCKET']}/nightly`;
    const { manifest, name } = await backUp(source, to);
    expect(manifest).toMatchObject({ engine: 'postgres', users: 2, proposals: 1, programs: 1 });
    expect(name).toMatch(/^pitch-trek-[0-9a-f]{8}-.*\.tar$/);
    const [databaseUrl, bucket] = [await newDatabase(), newBucket()];
    const settings = { dataDir: newFolder(), databaseUrl, s3: storeOfEnv(bucket) };
    const order = { settings, source: openTarget(to, {}), key: undefined, log };
    const restored = await restoreBackup(order);
    expect(restored.manifest).toEqual(manifest);
    await expectSame(await open({ DATABASE_URL: databaseUrl, ...bucket }), token, source);
    await expect(restoreBackup(order)).rejects.toThrow('in use');
  });

  test('the same backup comes back onto SQLite and disk', async () => {
    const path = pathOf('portable.tar');
    await backUp(source, path);
    const dataDir = newFolder();
    const settings = { dataDir, databaseUrl: undefined, s3: undefined };
    await restoreBackup({ settings, source: openTarget(path, {}), key: undefined, log });
    await expectSame(await open({ DATA_DIR: dataDir }), token, source);
  });

  test('the log, however it lies in PostgreSQL, is found by words in order of time on SQLite', async () => {
    const admin = await source.signIn({ role: 'admin' });
    await admin.post('/faqs/', faqInput({ question: 'Is kenkey a business?' }));
    await query(
      source.services.config.databaseUrl!,
      `insert into audit_log (id, at, actor_id, action, subject, subject_id, changes, search_text)
       select gen_random_uuid(), at - interval '1 year', actor_id, action, subject, subject_id,
         changes, search_text from audit_log where search_text like '%kenkey%'`,
    );
    const path = pathOf('shuffled.tar');
    await backUp(source, path);
    const dataDir = newFolder();
    const settings = { dataDir, databaseUrl: undefined, s3: undefined };
    await restoreBackup({ settings, source: openTarget(path, {}), key: undefined, log });
    const restored = await open({ DATA_DIR: dataDir });
    const headers = { authorization: `Bearer ${admin.token!}` };
    const newest = async (app: TestApp) =>
      (await app.visitor.get('/audit/?q=kenkey&limit=1', { headers })).body[0].at;
    expect(await newest(restored)).toBe(await newest(source));
  });

  test('a table that is not ours is left out, and told of', async () => {
    await query(source.services.config.databaseUrl!, 'create table visitors_own (name text)');
    const warnings: string[] = [];
    await createBackup({
      settings: source.services.config,
      knownIn,
      target: openTarget(pathOf('foreign.tar'), {}),
      key: undefined,
      now: new Date(),
      log: { ...log, warn: (line: string) => void warnings.push(line) },
    });
    expect(warnings).toEqual(['The table visitors_own does not belong to the product: left out.']);
    await query(source.services.config.databaseUrl!, 'drop table visitors_own');
  });

  test('an encrypted backup opens with its key only', async () => {
    const path = pathOf('closed.tar.age');
    const [key, other] = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
    await backUp(source, path, key);
    expect(readFileSync(path).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const settings = { dataDir: newFolder(), databaseUrl: undefined, s3: undefined };
    const order = { settings, source: openTarget(path, {}), log };
    await expect(restoreBackup({ ...order, key: undefined })).rejects.toThrow('is encrypted');
    await expect(restoreBackup({ ...order, key: other })).rejects.toThrow('does not open');
    expect(readdirSync(settings.dataDir)).toEqual([]);
    const { manifest } = await restoreBackup({ ...order, key });
    expect(manifest.proposals).toBe(1);
  });
});

describe('a move', () => {
  let source: TestApp;
  let token: string;
  beforeAll(async () => {
    source = await open({});
    token = await fill(source);
  });

  test('to PostgreSQL and S3 goes on where it was interrupted, and back; the source stays as it is', async () => {
    const from = source.services.config;
    const before = digestOf(join(from.dataDir, 'files'));
    const [databaseUrl, bucket] = [await newDatabase(), newBucket()];
    const to = { dataDir: newFolder(), databaseUrl, s3: storeOfEnv(bucket) };
    const cut = moveInstallation({
      from,
      to,
      knownIn,
      log,
      onFile: (stored) => {
        if (stored === 2) throw new Error('cut');
      },
    });
    await expect(cut).rejects.toThrow('cut');
    const moved = await moveInstallation({ from, to, knownIn, log });
    expect(moved).toMatchObject({ there: 2, proposals: 1, users: 2 });
    expect(moved.stored + moved.there).toBe(moved.files);
    expect(digestOf(join(from.dataDir, 'files'))).toEqual(before);
    const onServers = await open({ DATABASE_URL: databaseUrl, ...bucket });
    await expectSame(onServers, token, source);
    await expect(moveInstallation({ from, to, knownIn, log })).rejects.toThrow('has rows');

    const dataDir = newFolder();
    const onDisk = { dataDir, databaseUrl: undefined, s3: undefined };
    await moveInstallation({ from: onServers.services.config, to: onDisk, knownIn, log });
    await expectSame(await open({ DATA_DIR: dataDir }), token, source);
    await expect(
      moveInstallation({ from: onServers.services.config, to: onDisk, knownIn, log }),
    ).rejects.toThrow('in use');
  });

  test('while the product still runs says so, as what is written then stays behind', async () => {
    const from = source.services.config;
    const to = { dataDir: newFolder(), databaseUrl: undefined, s3: undefined };
    const warnings: string[] = [];
    const order = {
      from,
      to,
      knownIn,
      log: { ...log, warn: (line: string) => void warnings.push(line) },
      onFile: async (stored: number) => {
        if (stored === 1) await source.signIn();
      },
    };
    await moveInstallation(order);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/written to during the move \(sessions, users\)/);
  });

  test('into a store with files of somebody else is refused, and nothing comes there', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'files'));
    writeFileSync(join(dataDir, 'files', 'Holiday photo.jpg'), 'x');
    const to = { dataDir, databaseUrl: undefined, s3: undefined };
    const from = source.services.config;
    await expect(moveInstallation({ from, to, knownIn, log })).rejects.toThrow('it holds files');
    expect(readdirSync(join(dataDir, 'files'))).toEqual(['Holiday photo.jpg']);
    const other = newFolder();
    mkdirSync(join(other, 'files'));
    await createDiskStore(join(other, 'files')).writeMarker('somebody');
    writeFileSync(join(other, 'files', 'theirs'), 'x');
    await expect(
      moveInstallation({ from, to: { ...to, dataDir: other }, knownIn, log }),
    ).rejects.toThrow('of another installation');
  });
});

function digestOf(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}
