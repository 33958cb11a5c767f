import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * A syntax-tree node of the parser that comes with Vite (ESTree with TypeScript), as far as the
 * fences need it.
 */
export type Node = { type: string; start: number; [key: string]: unknown };
export type Source = { path: string; text: string; program: Node | null };
export type Breach = { path: string; line: number; reason: string };

/** Generated, not written by us: mirrors the repository's ignore list. */
const NOT_OURS = new Set([
  'node_modules',
  'build',
  '.react-router',
  '.git',
  'data',
  'test-results',
  'playwright-report',
  'coverage',
]);
/** Pictures that journeys take; a folder of that name within another one is ours. */
const PICTURES = 'screens';
const TEXT =
  /(^|\/)(run|Dockerfile|pitch-trek|\.gitignore)$|\.(tsx?|mjs|cjs|js|css|json|md|ya?ml|sh|html|svg|txt)$/;
const CODE = /\.(tsx?|mjs)$/;

/** All text files below a folder; code files are parsed. Paths are relative and use `/`. */
export function readSources(root: string): Source[] {
  return listFiles(root, '').map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const program = CODE.test(path) ? (parseSync(path, text).program as unknown as Node) : null;
    return { path, text, program };
  });
}

function listFiles(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.has(entry.name) || path === PICTURES) return [];
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() && TEXT.test(path) && entry.name !== 'package-lock.json' ? [path] : [];
  });
}

/** Calls `visit` for every node, parents first. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, node);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function breachAt(source: Source, offset: number, reason: string): Breach {
  return { path: source.path, line: source.text.slice(0, offset).split('\n').length, reason };
}

/** Tests may import everything that the code beside them may not. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(tests|bench)\//.test(path);
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
