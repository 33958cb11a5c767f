import { posix } from 'node:path';
import { breachAt, isNode, isTest, walk, type Breach, type Node, type Source } from './sources.ts';

type Room = { mayImport: string[]; packages: (name: string) => boolean; reason: string };
const isPackageOfNode = (name: string) => name.startsWith('node:');

/** The table "Four rooms, one API" of docs/house.md. */
const ROOMS: Record<string, Room> = {
  domain: {
    mayImport: ['domain'],
    packages: (name) => name === 'zod/mini',
    reason:
      'domain/ is what the business means: it may import zod/mini, which weighs a third of zod in the browser, and domain/ only',
  },
  content: {
    mayImport: ['content', 'domain'],
    packages: () => false,
    reason: 'content/ is words as typed objects: it may import domain/ only',
  },
  server: {
    mayImport: ['server', 'domain', 'content'],
    packages: () => true,
    reason:
      'server/ never knows the screens: it may import domain/, content/, Node and packages; pages come in through server/pages/handler.ts at run time',
  },
  app: {
    mayImport: ['app', 'domain', 'content'],
    packages: (name) => !isPackageOfNode(name),
    reason:
      'app/ learns everything through /api/v1: it may import domain/, content/ and packages of the screen, never server/ or Node',
  },
};
/** The two files of app/ that only run on the server. */
const RENDERERS = new Set(['app/entry.server.tsx', 'app/handler.ts']);

const DATABASE_PACKAGES = /^(kysely|pg|node:sqlite)(\/|$)/;
/** Backups copy all tables of both engines by their catalogues: no query there is about a noun. */
const mayHoldSql = (path: string) =>
  /^server\/(db|backups)\//.test(path) || /^server\/[^/]+\/([a-z]+-)*store\.ts$/.test(path);

/** Resolves every import of a file, and checks whether its room allows it. */
export function checkImports(source: Source): Breach[] {
  return findSpecifiers(source.program!).flatMap(({ name, start }) => {
    const reason = judge(source.path, name);
    return reason ? [breachAt(source, start, reason)] : [];
  });
}

function judge(path: string, specifier: string): string | null {
  const target = resolveInRepository(path, specifier);
  const needsEnding =
    target !== null && !target.includes('+types/') && !/\.[a-z0-9]+(\?.*)?$/.test(specifier);
  if (needsEnding) return `'${specifier}' has no file ending: Node strips types, it does not guess`;
  if (DATABASE_PACKAGES.test(specifier) && !mayHoldSql(path) && !isTest(path)) {
    return `'${specifier}': SQL lives in server/db/ and in a noun's store.ts, so that every query and its scope is found there`;
  }
  const room = ROOMS[path.split('/')[0]!];
  if (!room || isTest(path)) return null;
  const isAllowed =
    target === null
      ? room.packages(specifier) || RENDERERS.has(path)
      : room.mayImport.includes(target.split('/')[0]!);
  return isAllowed ? null : `'${specifier}': ${room.reason}`;
}

/**
 * The path in the repository that a specifier refers to; null for packages and Node's own modules.
 */
export function resolveInRepository(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return null;
}

export function findSpecifiers(program: Node): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  walk(program, (node) => {
    const isImport =
      /^(Import|Export(Named|All))Declaration$|^ImportExpression$|^TSImportType$/.test(node.type);
    const literal = node['source'] ?? node['argument'];
    if (isImport && isNode(literal) && typeof literal['value'] === 'string')
      found.push({ name: literal['value'], start: literal.start });
  });
  return found;
}
