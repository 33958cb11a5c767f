import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { createPost, faqInput, insertProgram, proposalRow } from '#tests/factories.ts';
import { picture } from '#tests/image-samples.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys } from '#tests/proposal-forms.ts';
import { beginUpload, offsetOf, patch } from '#tests/tus-uploads.ts';
import { knownIn } from '../jobs/backup-job.ts';
import { createBackup as create } from './create.ts';
import type { Manifest } from './archive.ts';
import { openTarget } from './places.ts';
import { restoreBackup as restore } from './restore.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), 'pitch-trek-backup-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const onDisk = (dataDir: string) => ({
  settings: { dataDir, databaseUrl: undefined, s3: undefined },
  key: undefined,
  log: console,
});
const createBackup = async (dataDir: string, path: string): Promise<Manifest> =>
  (await create({ ...onDisk(dataDir), knownIn, target: openTarget(path, {}), now: new Date() }))
    .manifest;
const restoreBackup = async (dataDir: string, path: string): Promise<Manifest> =>
  (await restore({ ...onDisk(dataDir), source: openTarget(path, {}) })).manifest;

/** A proposal with one stored file, as the product leaves it. Returns the file's key. */
async function addProposal(programId: string, userId: string): Promise<string> {
  const { db, files, stagingDir } = app.services;
  const bytes = randomBytes(20_000 + Math.floor(Math.random() * 5000));
  const [key, sha256, today] = [
    `${userId}/${randomUUID()}.pdf`,
    createHash('sha256').update(bytes).digest('hex'),
    new Date(),
  ];
  const staged = join(stagingDir, `${randomUUID()}.upload`);
  writeFileSync(staged, bytes);
  await files.put(key, staged, { size: bytes.length, sha256, contentType: 'application/pdf' });
  const proposal = proposalRow(app.services, { user_id: userId, program_id: programId });
  await db.write(async (tx) => {
    await tx.insertInto('proposals').values(proposal).execute();
    await tx
      .insertInto('documents')
      .values({
        proposal_id: proposal.id,
        kind: 'pitch_deck',
        key,
        size: bytes.length,
        sha256,
        pages: 1,
        markers: '[]',
        created_at: today,
      })
      .execute();
  });
  return key;
}

test('a copy made while people submit and delete is whole, and comes back on an empty machine', async () => {
  const program = await insertProgram(app.services);
  const applicant = await app.signIn();
  for (let count = 0; count < 20; count += 1) await addProposal(program.id, applicant.id);
  let isBusy = true;
  const writing = (async () => {
    while (isBusy) {
      await addProposal(program.id, applicant.id);
      const { db, files } = app.services;
      const oldest = await db.read
        .selectFrom('documents')
        .select(['proposal_id', 'key'])
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirstOrThrow();
      await db.read.deleteFrom('proposals').where('id', '=', oldest.proposal_id).execute();
      await files.delete(oldest.key);
    }
  })();
  const archive = join(folder, 'busy.tar');
  const saved = await createBackup(app.services.config.dataDir, archive);
  isBusy = false;
  await writing;
  expect([20, 21]).toContain(saved.proposals);
  expect(saved).toMatchObject({ files: saved.proposals, programs: 1 });
  expect(execFileSync('tar', ['-tf', archive], { encoding: 'utf8' })).toMatch(
    /sha256sums\.txt\ndatabase\.sqlite\nmanifest\.json\n$/,
  );

  const dataDir = join(folder, 'restored');
  expect(await restoreBackup(dataDir, archive)).toEqual(saved);
  const restarted = await createTestApp({ DATA_DIR: dataDir });
  const rows = await restarted.services.db.read
    .selectFrom('documents')
    .select(['key', 'sha256'])
    .execute();
  expect(rows).toHaveLength(saved.files);
  for (const { key, sha256 } of rows) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(dataDir, 'files', key)))
        .digest('hex'),
    ).toBe(sha256);
  }
  expect(
    (
      await restarted.visitor.get('/auth/me', {
        headers: { authorization: `Bearer ${applicant.token}` },
      })
    ).body.id,
  ).toBe(applicant.id);
  await restarted.close();
  await expect(restoreBackup(dataDir, archive)).rejects.toThrow('in use');
});

test('what is found by its words before is found after, whatever was deleted in between; what was deleted is not in it', async () => {
  const admin = await app.signIn({ role: 'admin' });
  const questions = ['Is kenkey a business?', 'Is waakye a business?', 'Is banku a business?'];
  const ids: string[] = [];
  for (const question of questions)
    ids.push((await admin.post('/faqs/', faqInput({ question }))).body.id);
  await admin.delete(`/faqs/${ids[0]}`);
  await admin.delete(`/faqs/${ids[1]}`);
  const archive = join(folder, 'words.tar');
  await createBackup(app.services.config.dataDir, archive);
  const dataDir = join(folder, 'words');
  await restoreBackup(dataDir, archive);
  const restarted = await createTestApp({ DATA_DIR: dataDir });
  const foundIn = async (q: string) =>
    (await restarted.visitor.get(`/faqs/?q=${q}`)).body.map(({ id }: { id: string }) => id);
  expect(await foundIn('banku')).toEqual([ids[2]]);
  expect(await foundIn('kenkey')).toEqual([]);
  const log = await restarted.readmit(admin).get('/audit/?q=banku');
  expect(log.body).toHaveLength(1);
  expect(JSON.stringify(log.body)).toContain(ids[2]);
  await restarted.close();
});

test('the pictures of posts are in it, whole', async () => {
  const admin = await app.signIn({ role: 'admin' });
  const image = await picture({ width: 900, height: 600 });
  await createPost(admin, { featured: image, gallery: [image] });
  const pictures = (await storedKeys(app.services)).filter((key) => key.startsWith('media/'));
  expect(pictures.length).toBeGreaterThan(2);
  const archive = join(folder, 'pictures.tar');
  await createBackup(app.services.config.dataDir, archive);
  const dataDir = join(folder, 'pictures');
  await restoreBackup(dataDir, archive);
  const read = (folder: string) =>
    pictures.map((key) => readFileSync(join(folder, 'files', key)).toString('base64'));
  expect(read(dataDir)).toEqual(read(app.services.config.dataDir));
});

test('a backup that is cut off or changed is refused, and leaves the folder empty', async () => {
  const archive = join(folder, 'whole.tar');
  await createBackup(app.services.config.dataDir, archive);
  await expect(createBackup(app.services.config.dataDir, archive)).rejects.toThrow(
    'exists already',
  );
  const whole = readFileSync(archive);
  const restoreBytes = (bytes: Buffer, name: string) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return restoreBackup(join(folder, `${name}-data`), path);
  };
  const changed = Buffer.from(whole);
  changed[700]! ^= 1;
  await expect(restoreBytes(changed, 'changed')).rejects.toThrow(/damaged/);
  await expect(restoreBytes(whole.subarray(0, whole.length - 3000), 'cut')).rejects.toThrow(
    /cut off|incomplete/,
  );
  const unreadable = Buffer.from(whole);
  unreadable.write('[', unreadable.lastIndexOf('{\n  "format"'));
  await expect(restoreBytes(unreadable, 'unreadable')).rejects.toThrow('its manifest is damaged');
  await expect(restoreBytes(Buffer.from('hello'.repeat(500)), 'foreign')).rejects.toThrow(
    'not a backup',
  );
  expect(
    execFileSync('find', [join(folder, 'changed-data'), '-type', 'f'], { encoding: 'utf8' }),
  ).toBe('');
  truncateSync(archive, 100);
  await expect(restoreBackup(join(folder, 'short'), archive)).rejects.toThrow('cut off');
});

test('documents of drafts come back too, and one that was half sent goes on', async () => {
  const { id } = await insertProgram(app.services);
  const applicant = await app.signIn();
  const pdf = await makePdf();
  const ready = await beginUpload(applicant, { program_id: id, kind: 'financials' }, pdf.length);
  expect((await patch(applicant, ready, 0, pdf)).status).toBe(204);
  const half = await beginUpload(applicant, { program_id: id }, pdf.length);
  for (const at of [0, 100])
    expect((await patch(applicant, half, at, pdf.subarray(at, at + 100))).status).toBe(204);

  const archive = join(folder, 'drafts.tar');
  await createBackup(app.services.config.dataDir, archive);
  const dataDir = join(folder, 'restored-drafts');
  await restoreBackup(dataDir, archive);
  const restarted = await createTestApp({ DATA_DIR: dataDir });
  const person = restarted.readmit(applicant);
  expect(await offsetOf(person, half)).toBe(200);
  expect((await patch(person, half, 200, pdf.subarray(200))).status).toBe(204);
  const rows = await restarted.services.db.read
    .selectFrom('draft_documents')
    .select(['key', 'state'])
    .orderBy('key')
    .execute();
  expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready']);
  expect(await storedKeys(restarted.services, applicant.id)).toEqual(rows.map(({ key }) => key));
  await restarted.close();
});

test('a few lost files do not stop a backup, which names them; the rest comes back', async () => {
  const { id } = await insertProgram(app.services);
  const applicant = await app.signIn();
  const keys: string[] = [];
  for (let count = 0; count < 3; count += 1) keys.push(await addProposal(id, applicant.id));
  const [missing, altered, kept] = keys.map((key) =>
    join(app.services.config.dataDir, 'files', key),
  );
  rmSync(missing!);
  writeFileSync(altered!, 'something else');
  const archive = join(folder, 'lost.tar');
  const saved = await createBackup(app.services.config.dataDir, archive);
  expect(saved.lost_files!.toSorted()).toEqual(keys.slice(0, 2).toSorted());
  const dataDir = join(folder, 'restored-lost');
  expect(await restoreBackup(dataDir, archive)).toEqual(saved);
  expect(readFileSync(join(dataDir, 'files', keys[2]!))).toEqual(readFileSync(kept!));
});

test('with more than twenty lost files nothing is written: it is probably the wrong store', async () => {
  const { id } = await insertProgram(app.services);
  const applicant = await app.signIn();
  for (let count = 0; count < 21; count += 1)
    rmSync(join(app.services.config.dataDir, 'files', await addProposal(id, applicant.id)));
  const archive = join(folder, 'wrong-store.tar');
  await expect(createBackup(app.services.config.dataDir, archive)).rejects.toThrow(
    'Is this the right file store? Nothing was written.',
  );
  expect(existsSync(archive)).toBe(false);
});
