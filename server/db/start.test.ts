/**
 * Whatever is wrong with a database is reported at the start in one line that names the setting and
 * what to do.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { query } from '#tests/servers/sql.ts';
import { startTcpProxy } from '#tests/servers/tcp-proxy.ts';
import { readConfig, type Config } from '../config.ts';
import { storageUnavailable } from '../files/storage-problem.ts';
import { explainFailedStart } from '../start.ts';
import { openServices } from '../services.ts';
import { unavailable } from './errors.ts';
import { DATABASE_FILE } from './open.ts';
import { explainFaults } from './installation.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'pitch-trek-start-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(env: Record<string, string>): Promise<string | undefined> {
  try {
    const { db } = await openServices(
      readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...env }),
    );
    await db.close();
    return 'started';
  } catch (error) {
    return explainFailedStart(error);
  }
}

describe('the embedded database', () => {
  const dataDir = (name: string): string => join(folder, name);
  const fileIn = (name: string): string => join(dataDir(name), DATABASE_FILE);

  test.each([
    [
      'no database',
      (path: string) => writeFileSync(path, 'Dear diary, today I wrote no database. '.repeat(400)),
    ],
    ['cut', (path: string) => truncateSync(path, statSync(path).size / 2)],
    [
      'corrupt',
      (path: string) => {
        const file = openSync(path, 'r+');
        writeSync(file, Buffer.alloc(3 * 4096, 0xa5), 0, 3 * 4096, 20 * 4096);
        closeSync(file);
      },
    ],
  ])(
    'a file that is %s is not served, and the line says how to bring back a backup',
    async (name, spoil) => {
      expect(await start({ DATA_DIR: dataDir('sound') })).toBe('started');
      mkdirSync(dataDir(name), { recursive: true });
      copyFileSync(fileIn('sound'), fileIn(name));
      expect(await start({ DATA_DIR: dataDir(name) })).toBe('started');
      spoil(fileIn(name));
      const output = await start({ DATA_DIR: dataDir(name) });
      expect(output).toMatch(
        /^DATA_DIR: the database .+pitch-trek\.sqlite is damaged or not a database \(.+\)\. .+npm run restore -- FILE$/,
      );
      expect(output).not.toContain('\n');
    },
  );
});

describe('the embedded database, to whoever may not', () => {
  const isRoot = process.getuid?.() === 0;
  const NOBODY = 65_534;

  /** The output of a start by a user who does not own the files. */
  async function startAsNobody(dataDir: string): Promise<string> {
    const child = spawn(process.execPath, ['build/node/main.js'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: dataDir,
        SAMPLE_DATA: 'off',
      },
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => (output += part));
    await once(child, 'close');
    return output.trim();
  }
  const madeFolder = async (name: string): Promise<string> => {
    const dataDir = join(folder, name);
    expect(await start({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' })).toBe('started');
    chmodSync(folder, 0o755);
    for (const path of ['', 'files', 'staging']) {
      chmodSync(join(dataDir, path), 0o777);
    }
    return dataDir;
  };

  test.each([
    ['unreadable', 0o000],
    ['read-only', 0o444],
  ])('a file that is %s: whose it must be', async (name, mode) => {
    const dataDir = await madeFolder(name);
    chmodSync(join(dataDir, DATABASE_FILE), mode);
    expect(await startAsNobody(dataDir)).toMatch(
      /^Cannot start\. DATA_DIR: the database \S+pitch-trek\.sqlite cannot be opened for writing \([^\n]+\)\. Give it, [^\n]+ npm run restore[^\n]+$/,
    );
  });

  test('a file that another process has locked', async () => {
    const dataDir = await madeFolder('locked');
    const other = new DatabaseSync(join(dataDir, DATABASE_FILE));
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    expect(await start({ DATA_DIR: dataDir })).toMatch(
      /^DATA_DIR: the database \S+ is in use by another process, which holds its lock\. End that process[^\n]+$/,
    );
    other.close();
  });
});

test('what is refused in a step of the start names a setting', async () => {
  const fail = (settings: object, error: Error) =>
    explainFaults({ dataDir: '/data', ...settings } as Config, () => Promise.reject(error)).catch(
      explainFailedStart,
    );
  const s3 = {} as NonNullable<Config['s3']>;
  const databaseUrl = 'postgres://localhost/db';
  expect(await fail({ databaseUrl }, unavailable(new Error('Connection terminated')))).toMatch(
    /^DATABASE_URL: .+/,
  );
  expect(await fail({ databaseUrl }, unavailable())).toMatch(/^DATABASE_URL: .+/);
  expect(await fail({ s3 }, storageUnavailable(new Error('gone')))).toMatch(/^S3_ENDPOINT: .+gone/);
  const cut = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(await fail({ databaseUrl, s3 }, storageUnavailable(cut))).toMatch(
    /^S3_ENDPOINT: .+aborted/,
  );
  expect(await fail({}, storageUnavailable(new Error('gone')))).toMatch(/^DATA_DIR: .+gone/);
  for (const errcode of [8, 13, 1032])
    expect(await fail({}, Object.assign(new Error('no'), { errcode }))).toMatch(/^DATA_DIR: .+/);
});

describe('an address that cannot be', () => {
  test.each([
    'postgres://user:pa%ss@localhost/db',
    'postgres://user:pa/ss@localhost/db',
    'postgres://localhost:port/db',
    'mysql://localhost/db',
  ])('%s', async (url) => {
    expect(await start({ DATABASE_URL: url })).toMatch(
      /^DATABASE_URL: must (start with postgres:\/\/|be postgres:\/\/user:password@host:port\/database)/,
    );
  });
});

const noServer = inject('postgresUrl') === null;

describe.skipIf(noServer)(
  `a PostgreSQL server${noServer ? ' (skipped: none is installed, and PGlite knows neither users nor limits)' : ''}`,
  () => {
    const serverUrl = () => new URL(inject('postgresUrl')!);
    const address = (change: (url: URL) => void): string => {
      const url = serverUrl();
      change(url);
      return url.href;
    };

    test.each<[string, (url: URL) => void, RegExp]>([
      [
        'without the database',
        (url) => void (url.pathname = '/nowhere'),
        /there is no such database .+ Create it/,
      ],
      [
        'that does not know the user',
        (url) => void (url.username = 'nobody'),
        /refuses the login .+ Correct the user and password/,
      ],
      [
        'that offers no SSL',
        (url) => url.searchParams.set('sslmode', 'verify-full'),
        /does not offer SSL.+sslmode=disable/,
      ],
      [
        'whose certificate is named but not there',
        (url) => url.searchParams.set('sslrootcert', '/nowhere.pem'),
        /cannot read \/nowhere\.pem \(ENOENT\)/,
      ],
      [
        'at a port where nobody is',
        (url) => void (url.port = '1'),
        /does not answer \(ECONNREFUSED\)\. Start it, or correct host and port/,
      ],
      [
        'at a host that is none',
        (url) => void (url.hostname = 'nowhere.invalid'),
        /(no host with this name|does not answer)/,
      ],
    ])('%s', async (_case, change, line) => {
      expect(await start({ DATABASE_URL: address(change) })).toMatch(
        new RegExp(`^DATABASE_URL: .*${line.source}`),
      );
    });

    test('with no connection left', async () => {
      await query(serverUrl().href, 'create role crowded login connection limit 0');
      expect(
        await start({ DATABASE_URL: address((url) => void (url.username = 'crowded')) }),
      ).toMatch(/^DATABASE_URL: .*no connections left.+pool_max/);
    });

    test('that takes the connection and says nothing', async () => {
      const proxy = await startTcpProxy(Number(serverUrl().port));
      proxy.freeze();
      expect(
        await start({ DATABASE_URL: address((url) => void (url.port = String(proxy.port))) }),
      ).toMatch(/^DATABASE_URL: .*does not answer/);
      await proxy.stop();
    });
  },
);
