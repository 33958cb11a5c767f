import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { checkCycles, type Node, type Source } from '../fences.ts';

const sourcesOf = (files: Record<string, string>): Source[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    text,
    program: parseSync(path, text).program as unknown as Node,
  }));

test('two folders that import each other are reported with both imports', () => {
  const files = {
    'server/db/errors.ts': "\nimport { A } from '../http/problems.ts';",
    'server/http/problems.ts': "import { B } from '#server/db/errors.ts';",
  };
  expect(checkCycles(sourcesOf(files))).toEqual([
    {
      path: 'server/db/errors.ts',
      line: 2,
      reason: expect.stringContaining(
        'server/db → server/http (server/db/errors.ts:2) → server/db (server/http/problems.ts:1)',
      ),
    },
  ]);
});

test.each<[string, Record<string, string>]>([
  [
    'a cycle of three, each through another file',
    {
      'server/accounts/service.ts': "import '../mail/store.ts';",
      'server/mail/job.ts': "import '../jobs/worker.ts';",
      'server/jobs/schedule.ts': "import '../accounts/store.ts';",
    },
  ],
  [
    'an import of types',
    {
      'domain/posts/schema.ts': "import type { A } from '../faqs/schema.ts';",
      'domain/faqs/schema.ts': "export type B = import('../posts/schema.ts').B;",
    },
  ],
  [
    'two nouns on screens',
    {
      'app/features/posts/posts-list.tsx': "import { A } from '../users/use-users.ts';",
      'app/features/users/use-users.ts':
        "import type { B } from '#app/features/posts/posts-list.tsx';",
    },
  ],
  [
    'two files of a folder',
    {
      'server/files/s3.ts': "import { connect } from './s3-session.ts';",
      'server/files/s3-session.ts': "import type { Run } from './s3.ts';",
    },
  ],
  [
    'a file directly in a room',
    {
      'server/context.ts': "export * from './db/open.ts';",
      'server/db/open.ts': "const context = await import('../context.ts');",
    },
  ],
])('a circle is found: %s', (_name, files) => {
  expect(checkCycles(sourcesOf(files))).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  [
    'in a test',
    {
      'server/db/open.test.ts': "import '../http/server.ts';",
      'server/http/server.ts': "import '../db/open.ts';",
    },
  ],
  [
    'two features that a third brings together',
    {
      'app/features/posts/posts-list.tsx': "import '../../ui/table.tsx';",
      'app/features/users/users-table.tsx': "import '../posts/posts-list.tsx';",
      'app/ui/table.tsx': "import './badge.tsx';",
    },
  ],
  [
    'two files of a room and a folder between them',
    {
      'server/start.ts': "import './http/server.ts';",
      'server/http/server.ts': "import '../context.ts';",
      'server/context.ts': "import pino from 'pino';",
    },
  ],
])('no circle: %s', (_name, files) => {
  expect(checkCycles(sourcesOf(files))).toEqual([]);
});
