/**
 * What is wrong with a database is one line at the start, which names the setting and what to do.
 */
import {
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
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { query } from '#tests/servers/sql.ts';
import { startTcpProxy } from '#tests/servers/tcp-proxy.ts';
import { readConfig } from '../config.ts';
import { explainFailedStart } from '../startup-messages.ts';
import { openServices } from '../services.ts';
import { DATABASE_FILE } from './open.ts';

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
      const said = await start({ DATA_DIR: dataDir(name) });
      expect(said).toMatch(
        /^DATA_DIR: the database .+pitch-trek\.sqlite is damaged or no database \(.+\)\. .+npm run restore -- FILE$/,
      );
      expect(said).not.toContain('\n');
    },
  );
});

describe("an address that can't be", () => {
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
        /does not let us in .+ Correct user and password/,
      ],
      [
        'that offers no SSL',
        (url) => url.searchParams.set('sslmode', 'verify-full'),
        /offers no SSL.+sslmode=disable/,
      ],
      [
        'whose certificate is named but not there',
        (url) => url.searchParams.set('sslrootcert', '/nowhere.pem'),
        /can't read \/nowhere\.pem \(ENOENT\)/,
      ],
      [
        'at a port where nobody is',
        (url) => void (url.port = '1'),
        /does not answer \(ECONNREFUSED\)\. Start it, or correct host and port/,
      ],
      [
        'at a host that is none',
        (url) => void (url.hostname = 'nowhere.invalid'),
        /(no host of this name|does not answer)/,
      ],
    ])('%s', async (_case, change, line) => {
      expect(await start({ DATABASE_URL: address(change) })).toMatch(
        new RegExp(`^DATABASE_URL: .*${line.source}`),
      );
    });

    test('that has no connection left', async () => {
      await query(serverUrl().href, 'create role crowded login connection limit 0');
      expect(
        await start({ DATABASE_URL: address((url) => void (url.username = 'crowded')) }),
      ).toMatch(/^DATABASE_URL: .*no connection left.+pool_max/);
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
