import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import type { Node, Source } from './sources.ts';
import { checkUnused } from './unused.ts';

const MANIFEST = { 'package.json': '{ "scripts": { "start": "node server/main.ts" } }' };

function reasonsFor(files: Record<string, string>): string[] {
  const sources = Object.entries({ ...MANIFEST, ...files }).map(([path, text]): Source => ({
    path,
    text,
    program: /\.tsx?$/.test(path) ? (parseSync(path, text).program as unknown as Node) : null,
  }));
  return checkUnused(sources).map(({ path, line, reason }) => `${path}:${line} ${reason}`);
}

const MAIN = 'server/main.ts';
const OPEN = 'server/db/open.ts';

test.each<[string, Record<string, string>, RegExp]>([
  ['a file', { [OPEN]: 'export const a = 1;' }, /open.ts:1 nothing imports or names/],
  [
    'a file that only its test imports',
    { [OPEN]: 'export const a = 1;', 'server/db/open.test.ts': "import { a } from './open.ts';" },
    /open.ts:1 nothing imports or names/,
  ],
  ['a style sheet', { 'app/ui/button.module.css': 'a {}' }, /button.module.css:1 nothing imports/],
  [
    'an export',
    {
      [MAIN]: "import { a } from './db/open.ts';",
      [OPEN]: 'export const a = 1;\nexport type B = 1;',
    },
    /open.ts:2 nobody imports 'B'/,
  ],
  [
    'an export of something declared above',
    { [MAIN]: "import './db/open.ts';", [OPEN]: 'const a = 1;\nexport { a as b };' },
    /open.ts:2 nobody imports 'b'/,
  ],
  [
    'what only a test calls',
    {
      [MAIN]: "import './db/open.ts';",
      [OPEN]: 'export const a = 1;',
      'tests/open.test.ts': "import { a } from '#server/db/open.ts';",
    },
    /open.ts:1 only tests use 'a'/,
  ],
  [
    'a package',
    { 'package.json': '{ "scripts": { "start": "node" },\n"dependencies": { "pg": "8.0.0" } }' },
    /package.json:2 nothing imports 'pg'/,
  ],
])('unused: %s', (_name, files, reason) => {
  expect(reasonsFor(files)).toEqual([expect.stringMatching(reason)]);
});

test.each<[string, Record<string, string>]>([
  ['a namespace', { [MAIN]: "import * as db from './db/open.ts';", [OPEN]: 'export const a = 1;' }],
  ['import()', { [MAIN]: "await import('./db/open.ts');", [OPEN]: 'export const a = 1;' }],
  ['passing on', { [MAIN]: "export * from './db/open.ts';", [OPEN]: 'export const a = 1;' }],
  ['a worker', { [MAIN]: "new URL('./db/open.ts', import.meta.url);", [OPEN]: 'work();' }],
  [
    'a route',
    {
      [MAIN]: "route('/', 'pages/home.tsx');",
      'app/pages/home.tsx': 'export const loader = 1; export default loader;',
    },
  ],
  [
    'a test, and the file itself',
    {
      [MAIN]: "import './db/open.ts';",
      [OPEN]: 'export const a = 1;\nconsole.log(a);',
      'server/db/open.test.ts': "import { a } from './open.ts';",
    },
  ],
  [
    'a test that needs it',
    {
      [MAIN]: "import './db/open.ts';",
      [OPEN]: '/** For tests: ends the thread. */\nexport const close = () => {};',
      'server/db/open.test.ts': "import { close } from './open.ts';",
    },
  ],
  [
    'a package by its types, and one that a script starts',
    {
      'package.json':
        '{ "scripts": { "types": "node_modules/typescript/bin/tsc -p ." }, "dependencies": { "pg": "8" }, "devDependencies": { "@types/pg": "8", "typescript": "7" } }',
      'server/db/open.test.ts': "import pg from 'pg';",
    },
  ],
])('used by %s', (_name, files) => {
  expect(reasonsFor(files)).toEqual([]);
});
