/** The handbook's step about ClamAV, on the settings that Debian's package writes. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClamd } from '#server/scans/clamd.ts';
import { freePort, retryFor } from '../servers/ports.ts';
import { findProgram } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const handbook = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const clamd = findProgram('clamd', 'clamav-daemon');
const activate = findProgram('systemd-socket-activate', 'systemd');

/** The relevant lines of clamd.conf as clamav-daemon 1.4.6 on Debian 12 writes it. */
const OF_DEBIAN = [
  'LocalSocket /run/clamav/clamd.ctl',
  'User clamav',
  'MaxThreads 12',
  'MaxScanSize 100M',
  'MaxFileSize 25M',
  'StreamMaxLength 25M',
];
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

let folder: string;
let settings: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitch-trek-clamav-'));
  settings = join(folder, 'clamd.conf');
  writeFileSync(settings, `${OF_DEBIAN.join('\n')}\n`);
  const commands = handbook
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.endsWith('/etc/clamav/clamd.conf'));
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const here = command.replace('/etc/clamav/clamd.conf', settings);
    expect(spawnSync('sh', ['-ec', here], { cwd: ROOT, encoding: 'utf8' }).stderr).toBe('');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each limit is set once, above the largest document', () => {
  const lines = readFileSync(settings, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const names = lines.map((line) => line.split(' ')[0]);
  expect(new Set(names).size).toBe(names.length);
  expect(lines).toEqual(
    expect.arrayContaining(['StreamMaxLength 64M', 'MaxFileSize 64M', 'AlertExceedsMax yes']),
  );
});

test('the drop-in adds the address that the handbook gives to CLAMD_URL', () => {
  const dropIn = readFileSync(join(ROOT, 'deploy/clamav/listen.conf'), 'utf8');
  const [, address] = /^\[Socket\]\nListenStream=(\S+)$/m.exec(dropIn)!;
  expect(handbook).toContain(`CLAMD_URL=tcp://${address}`);
});

test.skipIf(!clamd || !activate)('clamd itself, with its sockets from systemd', async () => {
  const port = await freePort();
  const signatures = join(folder, 'signatures');
  mkdirSync(signatures);
  for (const path of [folder, signatures]) chmodSync(path, 0o777);
  writeFileSync(join(signatures, 'test.ndb'), `Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  const own = readFileSync(settings, 'utf8')
    .replace('/run/clamav/clamd.ctl', join(folder, 'clamd.ctl'))
    .replace(/^User .*\n/m, '');
  writeFileSync(settings, `${own}DatabaseDirectory ${signatures}\n`);
  const sockets = [`--listen=${join(folder, 'clamd.ctl')}`, `--listen=127.0.0.1:${port}`];
  const words = [...sockets, '-E', 'LD_LIBRARY_PATH', clamd!, '--foreground=true'];
  const daemon = spawn(activate!, [...words, `--config-file=${settings}`]);
  try {
    const product = createClamd({ host: '127.0.0.1', port });
    await retryFor(60_000, () => product.ping(AbortSignal.timeout(30_000)));
    const scan = (bytes: Buffer) => product.scan(chunks(bytes), AbortSignal.timeout(60_000));
    expect(await scan(Buffer.from(EICAR))).toContain('Eicar');
    expect(await scan(Buffer.alloc(40 * 1024 * 1024, 'a'))).toBeNull();
  } finally {
    daemon.kill();
  }
});

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
}
