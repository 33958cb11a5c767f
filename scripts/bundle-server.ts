/**
 * Bundles `server/main.ts` and the packages that it needs into `build/node/`: one file instead of
 * 1,200 halves the CPU of a start and saves 18 MB at rest (docs/decisions/0042). Tests of single
 * functions, `npm run dev` and the commands run the sources.
 */
import http from 'node:http';
import { join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'build', 'node');

const HTTP_ID = '\0http';
/** Exports that are loaded already; the others are getters that load what they return. */
const LIGHT_EXPORTS = Object.entries(Object.getOwnPropertyDescriptors(http))
  .flatMap(([name, { get }]) => (get ? [] : [name]))
  .join(', ');

/**
 * Workers, migrations and assets are used from where they are: beside the source that names them.
 * All chunks are in one folder, so the relative path is the same from each.
 */
const sourceUrls: Plugin = {
  name: 'source-urls',
  transform: {
    filter: { id: /\/(server|domain|content)\/[^?]*\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const url = `new URL(${JSON.stringify(relative(OUTPUT, id))}, import.meta.url).href`;
      return code.replaceAll('import.meta.url', url);
    },
  },
};

/**
 * An `import` of `node:http` reads all its exports, and Node loads the WebSocket and fetch behind
 * some of them: 14 MB and 45 ms that a server does not need (`require` reads only what is used).
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  resolveId: {
    filter: { id: /^node:http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? HTTP_ID : null),
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () =>
      `const http = process.getBuiltinModule('node:http');
      export default http;
      export const { ${LIGHT_EXPORTS} } = http;`,
  },
};

const bundle = await rolldown({
  cwd: ROOT,
  input: 'server/main.ts',
  platform: 'node',
  // Native addons, a driver that tests interrupt, what only development or exemplars need, and the
  // framework's schema compilers, which are never loaded (server/http/server.ts).
  external: [
    '@node-rs/argon2',
    'sharp',
    'pg',
    'vite',
    /^@opentelemetry\//,
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
  ],
  plugins: [sourceUrls, httpWithoutFetch],
  // What packages try to load although it is optional.
  onLog: (level, log, print) => log.code !== 'UNRESOLVED_IMPORT' && print(level, log),
});
// Names stay, for the stacks of errors in logs.
await bundle.write({
  dir: OUTPUT,
  cleanDir: true,
  comments: false,
  minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } },
});
