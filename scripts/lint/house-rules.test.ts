/** What ESLint must refuse of docs/house.md, planted in files that do not exist. */
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const lint = new ESLint({ cwd: `${import.meta.dirname}/../..` });

test.each([
  ['domain/dates.ts', "import { readFile } from 'node:fs/promises';", /what the business means/],
  ['domain/dates.ts', "export * from '#server/config.ts';", /what the business means/],
  ['domain/dates.ts', "import { z } from 'zod';", /a third of zod/],
  ['content/home.ts', "import { z } from 'zod';", /words as typed objects/],
  ['server/db/open.ts', "import { Root } from '#app/root.tsx';", /never knows the screens/],
  [
    'server/accounts/login.ts',
    "import type { A } from '#app/root.tsx';",
    /never knows the screens/,
  ],
  ['app/root.tsx', "import type { A } from '#server/api.ts';", /through \/api\/v1/],
  ['app/pages/home.tsx', "import fs from 'node:fs';", /through \/api\/v1/],
  ['server/accounts/login-service.ts', "import { sql } from 'kysely';", /SQL lives in/],
  ['server/mail/mailer.ts', "import pg from 'pg';", /SQL lives in/],
  ['server/http/server.ts', 'export const port = process.env.PORT;', /Only server\/config.ts/],
  ['server/http/server.ts', 'const { env } = process; export { env };', /Only server\/config.ts/],
  ['app/session/store.ts', 'export const token = localStorage.token;', /Only app\/storage\//],
  ['app/pages/home.tsx', "export const to = '/dashboard/judging';", /built by hand/],
  ['app/pages/home.tsx', 'export const to = (id) => `/post/${id}`;', /built by hand/],
])('%s: %s', async (filePath, text, message) => {
  const [result] = await lint.lintText(`${text}\n`, { filePath });
  expect(result!.messages.map((one) => one.message).join()).toMatch(message);
});

test.each([
  ['server/accounts/session-store.ts', "import { sql } from 'kysely';"],
  ['server/config.ts', 'export const port = process.env.PORT;'],
  ['app/storage/tab.ts', 'export const token = localStorage.token;'],
  ['app/api/calls.ts', "export const call = apiPath('/dashboard');"],
  ['app/pages/home.tsx', "export const word = '/dashboards';"],
])('but not in %s: %s', async (filePath, text) => {
  const [result] = await lint.lintText(`${text}\n`, { filePath });
  expect(result!.messages.map((one) => one.message)).toEqual([]);
});
