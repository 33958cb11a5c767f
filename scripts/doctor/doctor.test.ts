/** `npm run doctor` as an operator runs it, with real servers and without any. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { noteBackup } from '#server/backups/record.ts';
import { createTestApp } from '#tests/app.ts';
import { ENGINES } from '#tests/engines/engine.ts';
import { createOlderDatabase, pretendMigrations } from '#tests/engines/older-database.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { COMPILE_CACHE } from '#tests/compile-cache.ts';
import { startS3 } from '#tests/servers/s3.ts';
import { startSmtp } from '#tests/servers/smtp.ts';
import { lookAtBackups, lookAtDatabase } from './storage.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitch-trek-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function examine(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/doctor.ts', ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: tmpdir(),
      DATA_DIR: folder,
      ...COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, errorOutput] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: output + errorOutput };
}

test('a wrong setting is reported, with where to look', async () => {
  const { code, output } = await examine({ PORT: 'http' });
  expect(code).toBe(1);
  expect(output).toMatch(/^FAULT {3}settings {2}PORT: must be [^\n]+\n +→ [^\n]+\n$/);
});

test('a working store and mail server are reported as good, and a message is sent', async () => {
  const [s3, smtp, app] = [await startS3(), await startSmtp(), await createTestApp()];
  await noteBackup(app.services.db.read, 'succeeded', new Date());
  const { dataDir } = app.services.config;
  const { output } = await examine(
    { ...s3.env, DATA_DIR: dataDir, SMTP_URL: smtp.url, BACKUP_TO: folder },
    ...['--mail-to', 'ama@example.com'],
  );
  for (const name of ['database', 'files', 'mail', 'backup'])
    expect(output).toMatch(new RegExp(`^ok {6}${name} `, 'm'));
  expect((await smtp.waitFor('ama@example.com')).subject).toContain('mail works');
  await Promise.all([s3.stop(), smtp.stop(), app.close()]);
});

test('a server that does not answer or refuses is a fault, with what to do', async () => {
  const { code, output } = await examine({
    APP_ENV: 'production',
    PUBLIC_URL: 'https://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    CLAMD_URL: 'tcp://127.0.0.1:1',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    BACKUP_TO: folder,
  });
  expect(code).toBe(1);
  for (const name of ['mail', 'viruses', 'proxy', 'database', 'backup'])
    expect(output, output).toMatch(new RegExp(`^FAULT {3}${name} [^\\n]+\\n +→ [^\\n]+$`, 'm'));
  expect(output).toMatch(/^LOOK {4}settings {2}TRUST_PROXY is 0/m);
});

test('the last good backup is reported, on either engine; an old one, or a later failure, is a fault', async () => {
  const database = await createTestDatabase();
  const engines: Record<string, string>[] = [{}, { DATABASE_URL: database.url }];
  for (const env of engines) {
    const app = await createTestApp({ ...env, BACKUP_TO: folder });
    const { config, db } = app.services;
    const look = async () => (await lookAtBackups(config)).at(-1);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    expect(await look()).toMatchObject({ state: 'warning', says: 'none is made yet' });
    await noteBackup(db.read, 'failed', hoursAgo(50));
    expect(await look()).toMatchObject({ state: 'fault', says: 'none has succeeded yet' });
    await noteBackup(db.read, 'succeeded', hoursAgo(48));
    expect(await look()).toMatchObject({
      state: 'fault',
      says: expect.stringContaining('2.0 days'),
    });
    await noteBackup(db.read, 'succeeded', hoursAgo(12));
    expect(await look()).toMatchObject({
      state: 'good',
      says: expect.stringContaining('0.5 days'),
    });
    await noteBackup(db.read, 'failed', hoursAgo(1));
    expect(await look()).toMatchObject({ state: 'fault', says: expect.stringContaining('failed') });
    await app.close();
  }
  await database.stop();
});

test('whether backups have a place is what the running product says', async () => {
  const [inside, outside] = [join(folder, 'new/backups'), join(folder, 'file/backups')];
  writeFileSync(join(folder, 'file'), '');
  for (const [to, state] of [
    [inside, 'good'],
    [outside, 'fault'],
  ] as const) {
    const app = await createTestApp({ BACKUP_TO: to });
    const config = { ...app.services.config, port: Number(new URL(app.url).port) };
    const says = expect.stringContaining(`write to ${to}`);
    expect(await lookAtBackups(config)).toContainEqual(expect.objectContaining({ state, says }));
    await app.close();
    expect((await lookAtBackups(config))[0]).toMatchObject({ state: 'warning', says });
  }
});

test('whoever stops reading ends it without a complaint', async () => {
  const command = '"$0" scripts/doctor.ts | head -n 1';
  const options = { cwd: ROOT, env: { ...process.env, ...COMPILE_CACHE, DATA_DIR: folder } };
  const { stdout, stderr } = await promisify(execFile)(
    ...(['sh', ['-c', command, process.execPath], options] as const),
  );
  expect(stdout.trim().split('\n')).toHaveLength(1);
  expect(stderr).not.toContain('EPIPE');
});

test('a misspelled setting is pointed out', async () => {
  const { output } = await examine({ SMPT_URL: 'smtp://127.0.0.1' });
  expect(output).toContain('SMPT_URL is not a setting; did you mean SMTP_URL?');
});

test.each(ENGINES)('a database of a release that this one cannot read, on %s', async (engine) => {
  const { settings, stop } = await createOlderDatabase(engine);
  const look = () =>
    lookAtDatabase(readConfig({ DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl }));
  expect((await look()).map(({ state }) => state)).toEqual(['good']);
  await pretendMigrations(settings, '0066-bulk-undo');
  expect((await look()).at(-1)).toMatchObject({
    state: 'fault',
    says: expect.stringMatching(/^the database is older than release 0\.2\.0/),
  });
  await pretendMigrations(settings, '0066-bulk-undo', '9999-later');
  expect((await look()).at(-1)).toMatchObject({
    state: 'fault',
    says: expect.stringMatching(/^a newer release/),
  });
  await stop();
});

test('nothing is migrated, on either engine; a damaged file is a fault', async () => {
  const app = await createTestApp();
  expect(await lookAtDatabase(app.services.config)).toMatchObject([{ state: 'good' }]);
  const database = await createTestDatabase();
  const config = { ...app.services.config, databaseUrl: database.url };
  expect(await lookAtDatabase(config)).toMatchObject([
    { state: 'good', says: expect.stringMatching(/^PostgreSQL [\d.]+.* answers$/) },
    { state: 'fault', says: expect.stringMatching(/^there is no database at postgres:/) },
  ]);
  await database.stop();
  await app.close();
  writeFileSync(join(folder, 'pitch-trek.sqlite'), 'x'.repeat(8192));
  expect(
    await lookAtDatabase({ ...config, databaseUrl: undefined, dataDir: folder }),
  ).toMatchObject([{ state: 'fault', says: expect.stringContaining('is damaged') }]);
});
