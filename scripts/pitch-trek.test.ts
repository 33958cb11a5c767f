/** `pitch-trek` as an operator runs it on a server that was set up by the handbook. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE } from '#tests/compile-cache.ts';
import { runProgram } from '#tests/deploy/programs.ts';
import { readUnit } from './unit.ts';

const ROOT = join(import.meta.dirname, '..');
/** Only root can become somebody else. */
const isRoot = process.getuid!() === 0;
const USER = isRoot ? 'nobody' : userInfo().username;
const idOf = (option: string): number =>
  Number(spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout);
const [UID, GID] = [idOf('-u'), idOf('-g')];

let folder: string;
let dataDir: string;
let unit: string;
let backups: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitch-trek-command-'));
  chmodSync(folder, 0o755);
  [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
  for (const path of [dataDir, backups]) {
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, UID, GID);
  }
  unit = join(folder, 'pitch-trek.service');
  const settings = join(folder, 'pitch-trek.env');
  const group = spawnSync('id', ['-gn', USER], { encoding: 'utf8' }).stdout.trim();
  writeFileSync(settings, `# settings\nBACKUP_TO=${backups}\nADMIN_PASSWORD=of-the-first-start\n`);
  chmodSync(settings, 0o600);
  writeFileSync(
    unit,
    `[Service]\nUser=${USER}\nGroup=${group}\nUMask=0077\nWorkingDirectory=${folder}\n` +
      `Environment=SAMPLE_DATA=off "DATA_DIR=elsewhere"\nEnvironmentFile=${settings}\n`,
  );
  mkdirSync(`${unit}.d`);
  writeFileSync(join(`${unit}.d`, 'override.conf'), '[Service]\nEnvironment=DATA_DIR=data\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (words: string[], env: Record<string, string> = {}) =>
  runProgram(join(ROOT, 'deploy/pitch-trek'), words, {
    env: {
      PITCH_TREK_UNIT: unit,
      NODE_NO_WARNINGS: '1',
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'of-the-caller'),
      ...COMPILE_CACHE,
      ...env,
    },
  });

/** The owners of everything below a folder. */
const ownersIn = (path: string): Set<number> =>
  new Set(
    readdirSync(path, { recursive: true }).map((name) => lstatSync(join(path, String(name))).uid),
  );

const named = (email: string) => [
  ...['admin', 'create', '--email', email, '--first-name', 'Esi', '--last-name', 'Owusu'],
];

test('refuses where no database is, and makes none', async () => {
  for (const words of [
    ['backup'],
    ['erase', 'esi@example.com'],
    ['move', '--to', join(folder, 'target')],
    ['admin', 'reset-second-factor', '--email', 'esi@example.com'],
  ]) {
    const { code, output } = await run(words);
    expect(code, output).toBe(1);
    expect(output).toMatch(/^Works on \S+data\/pitch-trek\.sqlite and the files in \S+\/files\.\n/);
    expect(output).toContain('There is no database at ');
  }
  const doctor = await run(['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.output).toMatch(/^FAULT {3}database {2}there is no database at \S+data\//m);
  expect(readdirSync(dataDir)).toEqual([]);
  expect(readdirSync(backups)).toEqual([]);
});

test('works on the data of the unit, as its user, with its settings', async () => {
  const created = await run(named('esi@example.com'), { ADMIN_PASSWORD: 'trombone-hats' });
  expect(created.output).toBe(
    `Works on ${dataDir}/pitch-trek.sqlite and the files in ${dataDir}/files.\nCreated the admin esi@example.com.\n`,
  );
  const saved = await run(['backup']);
  expect(saved.output).toMatch(/\nSaved 1 user, .* to \S+\/backups\/\S+\.tar\.\n$/);
  const drill = await run(['drill-restore']);
  expect(drill.output).toContain('The product runs with it.');
  const erased = await run(['erase', 'esi@example.com']);
  expect(erased.output).toContain('esi@example.com is the account of an admin or a judge');
  expect((await run(['doctor'])).output).toMatch(/^ok {6}database {2}\S+data\/.* is sound$/m);
  expect(existsSync(join(folder, 'of-the-caller'))).toBe(false);
  for (const path of [dataDir, backups]) expect([...ownersIn(path)]).toEqual([UID]);
});

test('the password of the first start is nobody else’s', async () => {
  const { code, output } = await run(named('yaw@example.com'));
  expect([code, output]).toEqual([1, expect.stringContaining('No password was given')]);
});

test('without the unit’s settings nothing is written into another user’s data', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  if (isRoot) chownSync(other, UID, GID);
  const env = { DATA_DIR: other, ADMIN_PASSWORD: 'trombone-hats', DATABASE_URL: '' };
  const script = (words: string[]) =>
    runProgram(process.execPath, [join(ROOT, 'scripts/admin.ts'), ...words], {
      env: { ...env, ...COMPILE_CACHE },
    });
  const { code, output } = await script(named('abena@example.com').slice(1));
  expect(code, output).toBe(isRoot ? 1 : 0);
  if (isRoot) expect(output).toMatch(/belongs to the user \d+, and this runs as the user 0/);
  expect(readdirSync(other).length > 0).toBe(!isRoot);
});

test('names its commands; refuses settings that it cannot read', async () => {
  expect(await run([])).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage: /) });
  expect(await run(['reset'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: /),
  });
  const broken = join(folder, 'broken.service');
  writeFileSync(broken, '[Service]\nEnvironmentFile=/nonexistent.env\n');
  const { code, output } = await run(['doctor'], { PITCH_TREK_UNIT: broken });
  expect(code).toBe(1);
  expect(output).toMatch(/^Cannot read the settings of the unit .*nonexistent\.env/);
});

test('without a unit, as in a container, the settings are those of the environment', async () => {
  const { output } = await run(['backup', 'x.tar'], { PITCH_TREK_UNIT: '/nonexistent.service' });
  expect(output).toContain(`Works on ${join(folder, 'of-the-caller')}/pitch-trek.sqlite`);
});

test('the shipped unit is read as systemd reads it', () => {
  const copy = join(folder, 'shipped.service');
  const settings = join(folder, 'shipped.env');
  writeFileSync(settings, 'DATA_DIR=/srv/data\n#PORT=1\nMAIL_FROM="a@b.example"\n');
  writeFileSync(copy, '');
  const shipped = spawnSync('sed', [
    `s#^EnvironmentFile=.*#EnvironmentFile=${settings}#`,
    join(ROOT, 'deploy/pitch-trek.service'),
  ]).stdout;
  writeFileSync(copy, shipped);
  expect(readUnit(copy)).toMatchObject({
    user: 'pitch-trek',
    group: 'pitch-trek',
    umask: 0o077,
    stateDirectory: '/var/lib/pitch-trek',
    settings: { APP_ENV: 'production', DATA_DIR: '/srv/data', MAIL_FROM: 'a@b.example' },
  });
});
