/** The commands as an operator runs them. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { COMPILE_CACHE } from '#tests/compile-cache.ts';
import { insertProgram } from '#tests/factories.ts';
import { storedKeys, submissionTo } from '#tests/proposal-forms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/servers/test-database.ts';

const root = join(import.meta.dirname, '..');

type Exit = { code: number; stdout: string; stderr: string };

const run = (script: string, words: string[], environment: Record<string, string>): Promise<Exit> =>
  promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...COMPILE_CACHE, ...environment },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }) as Exit,
  );

describe('the commands', () => {
  let app: TestApp;
  let database: TestDatabase;
  let folder: string;
  let dataDir: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'commands-'));
    app = await createTestApp();
    database = await createTestDatabase();
    dataDir = app.services.config.dataDir;
    const program = await insertProgram(app.services);
    const applicant = await app.signIn();
    await applicant.post('/proposals/', await submissionTo(program.id));
  });
  afterAll(async () => {
    await app.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('back up into BACKUP_TO, and drill the newest of it', async () => {
    const series = join(folder, 'series');
    const environment = { DATA_DIR: dataDir, BACKUP_TO: series };
    const saved = await run('backup.ts', [], environment);
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(saved.stdout).toMatch(
      /^Works on \S+pitch-trek\.sqlite and the files in \S+\/files\.\nSaved 1 user, 1 program, 1 proposal, 2 files to .*\.tar\.\n$/,
    );
    const drill = await run('drill.ts', ['restore'], environment);
    expect(drill).toMatchObject({ code: 0, stderr: '' });
    expect(drill.stdout).toMatch(/2 files by their digests: all the same/);
    expect(readdirSync(series)).toHaveLength(1);
  });

  test('back up what there is without a lost file, and say so; the drill knows of it', async () => {
    const dataDir = join(folder, 'lost');
    cpSync(app.services.config.dataDir, dataDir, { recursive: true });
    const [key] = await storedKeys(app.services);
    rmSync(join(dataDir, 'files', key!));
    const path = join(folder, 'lost.tar');
    const saved = await run('backup.ts', [path], { DATA_DIR: dataDir });
    expect(saved).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Works on .*\n$/) });
    expect(saved.stderr).toContain(`1 file to ${path}. Missing from the file store`);
    expect(saved.stderr).toContain(key);
    const drill = await run('drill.ts', ['restore', path], { DATA_DIR: dataDir });
    expect(drill).toMatchObject({ code: 0, stderr: expect.stringContaining(key!) as string });
  });

  test('a full disk: one line, and nothing is left behind', async () => {
    const to = mkdtempSync(join(folder, 'full-'));
    const whole = join(folder, 'whole.tar');
    await run('backup.ts', [whole], { DATA_DIR: dataDir });
    // While copying the database, and shortly before the end.
    for (const bytes of [8192, statSync(whole).size - 4096]) {
      const limited = `ulimit -f ${Math.floor(bytes / 512)}; trap '' XFSZ; exec "${process.execPath}" scripts/backup.ts ${to}/full.tar`;
      const ended = await promisify(execFile)('sh', ['-c', limited], {
        cwd: root,
        env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', DATA_DIR: dataDir },
      }).catch((error: Exit) => error);
      expect(ended).toMatchObject({ code: 1, stdout: expect.not.stringContaining('Saved') });
      expect(ended.stderr).toMatch(/^There is no room left.*Nothing was kept: make room[^\n]*\n$/);
      expect(readdirSync(to)).toEqual([]);
      expect(readdirSync(dataDir).filter((name) => name.includes('work'))).toEqual([]);
    }
  });

  test('drill without a BACKUP_TO: with a backup that it makes', async () => {
    const drill = await run('drill.ts', ['restore'], { DATA_DIR: dataDir });
    expect(drill).toMatchObject({ code: 0, stderr: '' });
    expect(drill.stdout).toMatch(/a backup is made[^]*The product runs with it/);
  });

  test.each([
    ['backup.ts', ['x.tar']],
    ['drill.ts', ['restore']],
    ['move.ts', ['--to', 'elsewhere']],
    ['erase.ts', ['ama@example.com', '--really']],
    ['admin.ts', ['reset-second-factor', '--email', 'ama@example.com']],
  ])('%s %j where no database is: refused, and none is made', async (script, words) => {
    const empty = await createTestDatabase();
    for (const DATABASE_URL of ['', empty.url]) {
      const environment = { DATA_DIR: join(folder, 'nothing'), DATABASE_URL };
      const ended = await run(script, words, environment);
      expect(ended.code).toBe(1);
      expect(ended.stdout).toMatch(/^Works on .+ and the files in .+\.\n$/);
      expect(ended.stderr).toMatch(/^There is no database at .+"pitch-trek".+\n$/);
      expect(existsSync(join(folder, 'nothing'))).toBe(false);
    }
    await empty.stop();
  });

  test('move to what does not answer: one line that names the word, and nothing is made', async () => {
    const target = join(folder, 'unanswered');
    const environment = { DATA_DIR: dataDir };
    const noDatabase = await run('move.ts', ['--to', 'postgres://u:p@127.0.0.1:9/x'], environment);
    expect(noDatabase).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Works on .*\n$/) });
    expect(noDatabase.stderr).toMatch(/^--to: the database server does not answer.*\n$/);
    const words = ['--to', target, '--s3', 'http://key:secret@127.0.0.1:9/bucket'];
    const noStore = await run('move.ts', words, environment);
    expect(noStore).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Works on .*\n$/) });
    expect(noStore.stderr).toMatch(/^--s3: .*127\.0\.0\.1:9.*\n$/);
    expect(existsSync(target)).toBe(false);
  });

  test('move to PostgreSQL and back', async () => {
    const moved = await run('move.ts', ['--to', database.url], { DATA_DIR: dataDir });
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/Moved 1 user, 1 program, 1 proposal, 2 files to postgres:/);
    const emptyFolder = join(folder, 'back');
    const onPostgres = { DATA_DIR: dataDir, DATABASE_URL: database.url };
    expect(await run('move.ts', ['--to', emptyFolder], onPostgres)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const repeatedMove = await run('move.ts', ['--to', database.url], { DATA_DIR: emptyFolder });
    expect(repeatedMove.code).toBe(1);
    expect(repeatedMove.stderr).toMatch(
      /^.*is in use: the table \w+ has rows\. Name an empty database\.\n$/,
    );
  });

  test.each([
    ['backup.ts', [], {}, /^Usage: npm run backup/],
    ['restore.ts', ['a', 'b'], {}, /^Usage: npm run restore/],
    ['move.ts', ['--from', 'x'], {}, /^Usage: npm run move/],
    ['move.ts', ['--to', 'mysql://x/y'], {}, /^--to: Usage/],
    ['backup.ts', ['x.tar'], { DATA_DIR: '/nonexistent' }, /^There is no database at/],
    ['restore.ts', ['/nonexistent.tar'], {}, /^There is no /],
    ['restore.ts', ['/'], {}, /^There is no backup in /],
    ['backup.ts', [], { BACKUP_TO: '/x', BACKUP_AT: '25:00' }, /^BACKUP_AT: must be a time/],
    ['backup.ts', [], { BACKUP_TO: '/x', BACKUP_KEEP: 'all' }, /^BACKUP_KEEP: must be a number/],
    ['backup.ts', [], { BACKUP_TO: '/x', BACKUP_KEY: 'short' }, /^BACKUP_KEY: must be a key/],
    ['backup.ts', [], { BACKUP_TO: 'https://x' }, /^BACKUP_TO: must be a folder, or https/],
    ['backup.ts', [], { BACKUP_TO: 'https://x/b' }, /^BACKUP_TO: KEY:SECRET@ is needed/],
    ['backup.ts', ['https://x'], {}, /^The address of a bucket/],
  ])('%s %j %j is refused with one line', async (script, words, environment, line) => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const ended = await run(script, words, { DATA_DIR: empty, ...environment });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(line);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });
});
