import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { SAMPLE_POSTS } from '#content/samples/posts.ts';
import { COMPILE_CACHE } from '#tests/compile-cache.ts';
import { Mailbox } from '#tests/e2e/mailbox.ts';
import { startRealServer } from '#tests/e2e/real-server.ts';
import { freePort } from '#tests/servers/ports.ts';
import { startS3 } from '#tests/servers/s3.ts';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startAndFail(
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child: ChildProcess = spawn(process.execPath, ['build/node/main.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      SAMPLE_DATA: 'off',
      ...COMPILE_CACHE,
      ...env,
    },
  });
  let output = '';
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr!.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output: output.trim() };
}

test('says where it is, who can log in, where mail goes and that nobody looks for viruses; SIGTERM lets a request in flight end', async () => {
  const server = await startRealServer();
  await expect
    .poll(() => server.log())
    .toContain('Documents are not checked for viruses: CLAMD_URL is not set');
  expect(server.log()).toContain('Emails go to files in');
  expect(server.log()).toContain(`Pitch Trek is ready at ${server.url}`);
  expect(await (await fetch(`${server.url}/api/v1/cms/`)).json()).toHaveLength(
    SAMPLE_POSTS.filter(({ isPublished }) => isPublished).length,
  );
  expect(server.log()).toContain(
    'admin@example.com and applicant@example.com, password Akwaaba-2026!',
  );

  const body = JSON.stringify({ username: 'admin@example.com', password: 'Akwaaba-2026!' });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.write(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await expect.poll(() => answer).toContain('100 Continue');
  const stopped = server.stop();
  await expect
    .poll(() =>
      fetch(`${server.url}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  socket.write(body);
  await once(socket, 'close');
  expect(answer).toContain('OTP sent to your email');
  expect(await stopped).toBe(0);
});

test('keys of an object store that nothing would use stop the start with one line', async () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  for (const env of [keys, { S3_ACCESS_KEY_ID: 'key' }, { ...keys, BACKUP_TO: folder }]) {
    const { code, output } = await startAndFail(env);
    expect(code).toBe(1);
    expect(output).toMatch(/^Cannot start\. S3_ENDPOINT, S3_BUCKET: are needed with [^\n]+$/);
  }
});

test('logs tell what was refused, in UTC, without passwords, codes, tokens and signatures', async () => {
  const password = 'Akwaaba-2026!';
  const server = await startRealServer({
    LOG_LEVEL: 'debug',
    SAMPLE_DATA: 'off',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: password,
  });
  const post = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return JSON.parse((await answer.text()) || '{}');
  };
  await post('/auth/login', { username: 'admin@example.com', password: 'Wrong-Password-9' });
  await post('/auth/login', { username: 'admin@example.com', password });
  const otp = await new Mailbox(server.dataDir, null).readCode('admin@example.com');
  const { access_token: token } = await post('/auth/verify-otp', {
    email: 'admin@example.com',
    otp,
  });
  expect(token).toHaveLength(43);
  await fetch(`${server.url}/api/v1/files/a/b.pdf?name=b&expires=1&signature=Sig-Nature`);
  await fetch(`${server.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  await post('/auth/logout', {}, token);
  await fetch(`${server.url}/api/v1/proposals/admin/all`);
  await server.stop();
  const log = server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
  expect(log).toContain('"msg":"login refused"');
  expect(log).toMatch(
    /"actor":"visitor","role":"visitor","address":"127\.0\.0\.1".*"msg":"denied"/,
  );
  expect(log).toMatch(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  for (const secret of [password, 'Wrong-Password-9', otp, token!, 'Sig-Nature'])
    expect(log).not.toContain(secret);
});

test('what keeps it from starting is one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await startAndFail({ PORT: String(port) })).toEqual({
    code: 1,
    output: `Cannot start. PORT: ${port} is in use by another program. Stop that one, or set another PORT.`,
  });
  expect(await startAndFail({ PORT: '0', DATABASE_URL: `postgres://127.0.0.1:1/none` })).toEqual({
    code: 1,
    output:
      'Cannot start. DATABASE_URL: the database server does not answer (ECONNREFUSED). Start it, or correct host and port in the address.',
  });
  expect(await startAndFail({ PORT: '0', DATA_DIR: '/proc/data' })).toEqual({
    code: 1,
    output: 'Cannot start. DATA_DIR: cannot write to /proc/data (ENOENT).',
  });
  expect((await startAndFail({ SMTP_URL: 'smtp://example.com:70000' })).output).toMatch(
    /^Cannot start. SMTP_URL: must be smtp:\/\/user:password@host:port, the port from 1 to 65535[^\n]+$/,
  );
  expect(await startAndFail({ SMTP_URL: 'example.com' })).toEqual({
    code: 1,
    output: 'Cannot start. SMTP_URL: must start with smtp:// and name a host',
  });
  expect((await startAndFail({ PORT: '0', HOST: '192.0.2.1' })).output).toMatch(
    /^Cannot start. HOST, PORT: cannot listen on 192.0.2.1/,
  );
  other.close();
});

test('files that nothing can be stored in keep it from starting, in one line', async () => {
  const s3 = await startS3();
  expect(await startAndFail({ PORT: '0', ...s3.env, S3_BUCKET: 'none-such' })).toEqual({
    code: 1,
    output: `Cannot start. S3_BUCKET: there is no bucket none-such at ${s3.endpoint}. Create it, or name another.`,
  });
  expect(
    (await startAndFail({ PORT: '0', ...s3.env, S3_ACCESS_KEY_ID: 'somebody' })).output,
  ).toMatch(
    /^Cannot start. S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the object store at \S+ refuses them \(InvalidAccessKeyId\).$/,
  );
  await s3.stop();
  const dataDir = join(folder, 'lost');
  mkdirSync(join(dataDir, 'files', 'a'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'a', 'b.pdf'), 'x');
  writeFileSync(join(dataDir, 'pitch-trek.sqlite'), '');
  expect((await startAndFail({ PORT: '0', DATA_DIR: dataDir })).output).toMatch(
    /^Cannot start. DATA_DIR: \S+ is empty \(0 bytes\), but stored files are beside it. [^\n]+$/,
  );
  // A file size limit of zero behaves like a full disk.
  const full = spawnSync(
    'sh',
    ['-c', 'ulimit -f 0; exec "$0" build/node/main.js', process.execPath],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'full') },
    },
  );
  expect(full.stdout + full.stderr).toMatch(
    /^Cannot start. DATA_DIR: there is no room left for \S+ \(EFBIG\). [^\n]+\n$/,
  );
});

test('without file descriptors it is not ready, says 503, and recovers', async () => {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: join(folder, 'few'),
  };
  const child = spawn(
    'sh',
    ['-c', 'ulimit -n 120; exec "$0" build/node/main.js', process.execPath],
    {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output).toContain('is ready at');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statusOf = (path: string, method = 'GET', body = '') =>
    new Promise<number>((resolve, reject) => {
      const headers = body ? { 'content-type': 'application/json' } : {};
      request(
        { port, path, method, agent, headers },
        (answer) => void answer.resume().on('end', () => resolve(answer.statusCode!)),
      )
        .on('error', reject)
        .end(body);
    });
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  // The server hangs up on those that say nothing: on a slow machine before it has been asked.
  const silent = new Set<Socket>();
  let isOver = false;
  const hold = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    silent.add(socket);
    socket.on('close', () => {
      silent.delete(socket);
      if (!isOver) setTimeout(hold, 20);
    });
  };
  for (let count = 0; count < 150; count += 1) hold();
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  const picture = '/media/00000000-0000-4000-8000-000000000000/full.jpg';
  // Whoever is hung up on leaves a descriptor free until the next one has connected.
  await expect.poll(() => statusOf(picture)).toBe(503);
  // Pages whose code has not been read yet.
  for (const path of ['/register', '/contact-us', '/dashboard/admin/create-post'])
    expect([200, 503], path).toContain(await statusOf(path));
  isOver = true;
  for (const socket of silent) socket.destroy();
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect(await statusOf(picture)).toBe(404);
  agent.destroy();
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});
