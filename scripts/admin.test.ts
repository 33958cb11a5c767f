import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { COMPILE_CACHE } from '#tests/compile-cache.ts';
import { addApp, beginLogin, signInAdmin } from '#tests/second-factors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Run = { code: number | null; output: string };

/** The command beside the running server, on the same data folder. */
function runAdmin(
  args: string[],
  { password, typed = '' }: { password?: string; typed?: string } = {},
): Promise<Run> {
  const env = {
    ...process.env,
    ...COMPILE_CACHE,
    DATA_DIR: app.services.config.dataDir,
    ADMIN_PASSWORD: password ?? '',
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, ['scripts/admin.ts', ...args], { env });
  child.stdin.end(typed);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const place = /^Works on .+\n/;
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output: output.replace(place, '') })),
  );
}

const named = (email: string) => [
  'create',
  '--email',
  email,
  '--first-name',
  'Esi',
  '--last-name',
  'Owusu',
];

test('creates an admin who can log in, while the server runs', async () => {
  const run = await runAdmin(named('Esi@Example.com'), { password: 'trombone-hats' });
  expect(run).toEqual({ code: 0, output: 'Created the admin esi@example.com.\n' });
  await app.visitor.post('/auth/login', { username: 'esi@example.com', password: 'trombone-hats' });
  const { body } = await app.visitor.post('/auth/verify-otp', {
    email: 'esi@example.com',
    otp: await app.readOtp('esi@example.com'),
  });
  expect((await app.visitor.get('/auth/me', { token: body.access_token })).body).toMatchObject({
    role: 'admin',
    first_name: 'Esi',
  });
});

test('prompts for the password if none is set, without showing it', async () => {
  const run = await runAdmin(named('kofi@example.com'), { typed: 'trombone-hats\n' });
  expect(run.code).toBe(0);
  expect(run.output).not.toContain('trombone');
});

test('says what is wrong, and creates nothing', async () => {
  const repeated = await runAdmin(named('kofi@example.com'), { password: 'trombone-hats' });
  expect([repeated.code, repeated.output]).toEqual([
    1,
    'kofi@example.com already has an account. Nothing was changed.\n',
  ]);
  const easy = await runAdmin(named('new@example.com'), { password: 'password1' });
  expect([easy.code, easy.output]).toEqual([
    1,
    'Nothing was created.\n  password: This password is too easy to guess. Choose another one.\n',
  ]);
  const nameless = await runAdmin(['create', '--email', 'nowhere']);
  expect([nameless.code, nameless.output]).toEqual([
    1,
    'Nothing was created.\n  email: Please enter a valid email.\n  first-name: Enter a first name.\n  last-name: Enter a last name.\n',
  ]);
  expect((await runAdmin([])).output).toMatch(/^Usage: /);
});

test('restores access for an admin who has lost everything, and reports it by mail', async () => {
  const admin = await signInAdmin(app);
  await addApp(app, admin);
  const reset = (email: string) => runAdmin(['reset-second-factor', '--email', email]);
  expect(await reset(admin.email.toUpperCase())).toEqual({
    code: 0,
    output: `Reset the second factor of ${admin.email}, who is told by email.\n`,
  });
  expect((await beginLogin(app, admin.email)).body.access_token).toEqual(expect.any(String));
  expect(await reset(admin.email)).toEqual({
    code: 1,
    output: `${admin.email} has no two-step verification. Nothing was changed.\n`,
  });
  expect((await reset('nobody@example.com')).output).toBe(
    'Nobody has an account with nobody@example.com. Nothing was changed.\n',
  );
});
