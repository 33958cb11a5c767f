import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBreaches } from './find-breaches.ts';

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'fences-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Adds one file and returns what the fences report about it, as `line: reason`. */
function plant(path: string, text: string): string[] {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return findBreaches(root)
    .breaches.filter((breach) => breach.path === path)
    .map(({ line, reason }) => `${line}: ${reason}`);
}

const machinePath = ['', 'home', 'someone', 'file'].join('/');

test.each([
  [
    'domain/dates.ts',
    "\nimport { readFile } from 'node:fs/promises';",
    /^2: .*domain\/ is what the business means/,
  ],
  ['domain/dates.ts', "export * from '#server/config.ts';", /^1: .*and domain\/ only/],
  ['domain/dates.ts', "import type { A } from '../server/http/server.ts';", /and domain\/ only/],
  ['domain/dates.ts', "export type A = import('../app/root.tsx').A;", /and domain\/ only/],
  ['content/home.ts', "import { z } from 'zod';", /content\/ is words/],
  [
    'server/http/server.ts',
    "const page = await import('#app/root.tsx');",
    /never knows the screens/,
  ],
  ['app/root.tsx', "import type { A } from '#server/api.ts';", /through \/api\/v1/],
  ['app/pages/home.tsx', "import fs from 'node:fs';", /through \/api\/v1/],
  ['server/http/server.ts', "import { readConfig } from './config';", /no file ending/],
  ['server/accounts/service.ts', "import { sql } from 'kysely';", /SQL lives in/],
  ['server/mail/smtp.ts', "import pg from 'pg';", /SQL lives in/],
  [
    'server/http/server.ts',
    'export const port = process.env.PORT;',
    /only server\/config.ts reads/,
  ],
  [
    'server/drafts/service.ts',
    "import { issueCode } from '#server/accounts/codes.ts';",
    /is inside its room/,
  ],
  ['server/main.ts', 'export const port = process.env.PORT;', /only server\/config.ts reads/],
  [
    'server/http/server.ts',
    'const { env } = process; export { env };',
    /only server\/config.ts reads/,
  ],
  [
    'server/http/server.ts',
    "import { env } from 'node:process'; export { env };",
    /only server\/config.ts reads/,
  ],
  [
    'app/shell/header.tsx',
    "export const A = () => <p>{localStorage.getItem('root')}</p>;",
    /only app\/storage/,
  ],
  ['app/enhance/nav.ts', "localStorage.setItem('a', 'b');", /only app\/storage/],
  ['app/shell/header.tsx', 'window.localStorage.clear();', /only app\/storage/],
  ['server/accounts/index.ts', 'export {};', /no index files/],
  ['server/utils/dates.ts', 'export {};', /'utils' says nothing/],
  ['app/ui/helpers.ts', 'export {};', /'helpers' says nothing/],
  ['domain/types.ts', 'export {};', /'types' says nothing/],
  ['app/ui/DataTable.tsx', 'export {};', /not kebab-case/],
  ['server/accounts/manager.ts', 'export {};', /holds endpoints.ts, service.ts, store.ts/],
  ['domain/proposals/service.ts', 'export {};', /holds schema.ts, rules.ts, messages.ts/],
  ['app/features/home/hero.tsx', 'export {};', /'home' is not a noun of ours/],
  ['app/features/posts/manager.ts', 'export {};', /app\/features\/<noun>\/ holds/],
  ['app/features/posts/deep/post-form.tsx', 'export {};', /app\/features\/<noun>\/ holds/],
  ['server/invoices/store.ts', 'export {};', /'invoices' is not a noun of ours/],
  ['server/http/server.ts', `export const place = '${machinePath}';`, /a path of one machine/],
  ['docs/operations.md', `# Where\n\n${machinePath}\n`, /^3: a path of one machine/],
  ['app/tokens.css', 'a {}\n'.repeat(301), /^301: 301 lines/],
  ['app/tokens.css', `\na { transition: ${'all 1s, '.repeat(12)} }`, /^2: over 100 columns/],
  ['server/main.ts', `const a = 'b';\n// ${'word '.repeat(20)}`, /^2: over 100 columns/],
  ['server/main.ts', `export const a = ${"'b' + ".repeat(50)} '';`, /^1: over 100 columns/],
])('%s: %j is refused', (path, text, reason) => {
  expect(plant(path, text)).toEqual([expect.stringMatching(reason)]);
});

test.each([
  [
    'domain/dates.ts',
    "import * as z from 'zod/mini';\nimport { A } from './problem.ts';\nimport '#domain/paging.ts';",
  ],
  ['domain/accounts/rules.test.ts', "import { test } from 'vitest';\nimport fs from 'node:fs';"],
  ['content/home.ts', "import type { Sector } from '#domain/sectors.ts';"],
  ['server/proposals/store.ts', "import { sql } from 'kysely';"],
  ['server/accounts/a-service.ts', "import { issueCode } from './code-service.ts';"],
  ['server/drafts/service.ts', "import * as accounts from '#server/accounts/store.ts';"],
  ['server/accounts/session-store.ts', "import { sql } from 'kysely';"],
  ['server/db/open.ts', "import pg from 'pg';\nimport { DatabaseSync } from 'node:sqlite';"],
  ['server/config.ts', 'export const read = (env = process.env) => env;'],
  ['server/main.ts', 'declare function readConfig(env: object): void;\nreadConfig(process.env);'],
  [
    'server/http/server.ts',
    "// localStorage and process.env in a comment\nexport const text = 'process.env';\nexport const home = '/home';",
  ],
  ['app/entry.server.tsx', "import { PassThrough } from 'node:stream';"],
  [
    'app/pages/home.tsx',
    "import type { Route } from './+types/home';\nimport css from './home.module.css';",
  ],
  ['app/storage/local-storage.ts', "localStorage.setItem('token', '');"],
  ['app/features/posts/form/post-form.tsx', 'export {};'],
  ['app/features/users/use-users.ts', 'export {};'],
  ['app/enhance/nav.ts', "export const isKnown = localStorage.getItem('root') !== null;"],
  ['scripts/admin.ts', 'export const folder = process.env.DATA_DIR;'],
  ['app/ui/table.css', 'a {}\n'.repeat(300)],
  ['app/tokens.css', `a { src: url('${'word-'.repeat(20)}') }`],
  ['server/main.ts', `test('${'word '.repeat(20)}', () => {});`],
  ['server/main.ts', `test(/${'word '.repeat(20)}/, \`${'word '.repeat(20)}\`);`],
  ['server/main.ts', `// https://example.org/${'word/'.repeat(20)}`],
])('%s: %j is allowed', (path, text) => {
  expect(plant(path, text)).toEqual([]);
});

test('screen paths are defined in app/paths.ts', () => {
  plant(
    'app/routes.ts',
    "export default [route('dashboard', 'a.tsx', [route('x/:id', 'b.tsx')])];",
  );
  const reason = /^1: a path built by hand/;
  expect(plant('app/ui/a.tsx', "export const a = '/dashboard';")).toEqual([
    expect.stringMatching(reason),
  ]);
  expect(plant('app/ui/b.tsx', 'export const b = `/dashboard/x/${id}`;')).toEqual([
    expect.stringMatching(reason),
  ]);
  expect(plant('app/ui/c.tsx', 'export const c = <a href="/x/1" />;')).toEqual([
    expect.stringMatching(reason),
  ]);
  expect(plant('app/paths.ts', "export const paths = { a: '/dashboard' };")).toEqual([]);
  expect(plant('app/enhance/d.ts', "export const d = '/dashboard';")).toEqual([]);
  expect(plant('app/api/e.ts', "export const e = apiPath('/x/');")).toEqual([]);
  expect(plant('app/ui/f.tsx', "export const f = '/dashboards';")).toEqual([]);
});

test('generated files are not read', () => {
  expect(plant('node_modules/lib/index.js', machinePath)).toEqual([]);
  expect(plant('build/client/index.js', machinePath)).toEqual([]);
  expect(plant('screens/index.html', machinePath)).toEqual([]);
});

test('our own folder with the name of the one for pictures is read', () => {
  expect(plant('scripts/screens/list.ts', `export const place = '${machinePath}';`)).toHaveLength(
    1,
  );
});
