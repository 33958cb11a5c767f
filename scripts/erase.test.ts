import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { COMPILE_CACHE } from '#tests/compile-cache.ts';
import { enquiryInput, insertProgram } from '#tests/factories.ts';
import { storedKeys, submit } from '#tests/proposal-forms.ts';
import { beginUpload, patch } from '#tests/tus-uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The command beside the running server, on the same data folder. */
const erase = (...args: string[]): Promise<string> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      ['scripts/erase.ts', ...args],
      {
        env: {
          ...process.env,
          ...COMPILE_CACHE,
          DATA_DIR: app.services.config.dataDir,
          DATABASE_URL: '',
        },
      },
      (_error, out, err) => resolve(out + err),
    ),
  );

test('a person who asks for it is deleted with all their data, and nobody else is', async () => {
  const [ama, kofi] = [await app.signIn(), await app.signIn()];
  await submit(app.services, ama, { business_name: 'Amas Looms' });
  const stored = await submit(app.services, kofi, { business_name: 'Kofis Looms' });
  await app.visitor.post('/contact_forms/', enquiryInput({ email: ama.email }));
  const draft = await beginUpload(ama, { program_id: (await insertProgram(app.services)).id }, 100);
  await patch(ama, draft, 0, Buffer.from('begun'));
  expect(await storedKeys(app.services, 'uploads/')).toHaveLength(1);

  expect(await erase(ama.email)).toContain('1 proposals, 2 documents, 1 messages');
  expect((await ama.get('/proposals/')).body).toHaveLength(1);
  expect(await erase(ama.email.toUpperCase(), '--really')).toMatch(/\nDeleted: /);

  expect((await ama.get('/auth/me')).status).toBe(401);
  expect(await storedKeys(app.services, `${ama.id}/`)).toEqual([]);
  expect(await storedKeys(app.services, 'uploads/'), 'what was half sent').toEqual([]);
  const { read } = app.services.db;
  expect(
    await read.selectFrom('mails').select('id').where('recipient', '=', ama.email).execute(),
  ).toEqual([]);
  expect(JSON.stringify(await read.selectFrom('audit_log').selectAll().execute())).not.toContain(
    'Amas Looms',
  );
  expect((await kofi.get('/proposals/')).body.map(({ id }: { id: string }) => id)).toEqual([
    stored.proposal.id,
  ]);
  expect(await storedKeys(app.services, `${kofi.id}/`)).toHaveLength(2);
  expect(await erase(ama.email, '--really')).toContain('Nothing is kept');
});

test('an admin is not deleted, and wrong arguments print the usage', async () => {
  const admin = await app.signIn({ role: 'admin' });
  expect(await erase(admin.email, '--really')).toContain('is the account of an admin or a judge');
  expect((await admin.get('/auth/me')).status).toBe(200);
  for (const words of [[], ['ama'], ['ama@example.com', '--yes']])
    expect(await erase(...words)).toContain('Usage');
});
