import { findSpecifiers, resolveInRepository } from './imports.ts';
import { breachAt, isNode, isTest, walk, type Breach, type Node, type Source } from './sources.ts';
import { NEEDED_PACKAGES } from './vocabulary.ts';

const CODE = /\.(tsx?|mjs|css)$/;
const MANIFEST = 'package.json';
/** Loaded as a whole, by a tool that looks for the name or by server/pages/build.ts at run time. */
const TAKEN_WHOLE =
  /^[^/]+\.config\.[jt]s$|\.d\.ts$|\.(test|journey)\.tsx?$|^app\/(entry\.[a-z]+|handler)\.tsx?$/;
/** Marks an export that only tests need, such as one that ends a worker. */
const FOR_TESTS = /\/\*\* For tests: [^/]+\*\/\s*$/;
/**
 * Exports that React Router takes from the modules of app/routes.ts; the default export is Vite's.
 */
const ROUTER_TAKES = new Set([
  ...['default', 'loader', 'action', 'clientLoader', 'clientAction', 'ErrorBoundary', 'Layout'],
  ...['HydrateFallback', 'handle', 'headers', 'links', 'meta', 'shouldRevalidate', 'streamTimeout'],
]);

/** The names of the used exports; `all` for `import *`, `import()` and `export *`. */
type Names = Set<string> | 'all';
type Use = { by: string; target: string; names: Names };

/**
 * Finds what nothing needs: files that nobody imports or names, exports that only their own file
 * uses, packages without an import. What only tests import is dead as well, unless its own file
 * uses it or its comment begins with `For tests:`. Without a package.json the entry points are
 * unknown, and nothing is checked.
 */
export function checkUnused(sources: Source[]): Breach[] {
  const manifest = sources.find(({ path }) => path === MANIFEST);
  if (!manifest) return [];
  const uses = sources.flatMap(findUses);
  const names = new Set(sources.filter(({ path }) => !path.endsWith('.md')).flatMap(findWords));
  return [
    ...sources
      .filter(({ path }) => CODE.test(path))
      .flatMap((source) => judge(source, uses, names)),
    ...checkPackages(manifest, sources, names),
  ];
}

function judge(source: Source, uses: Use[], names: Set<string>): Breach[] {
  const { path } = source;
  if (TAKEN_WHOLE.test(path)) return [];
  const ofFile = uses.filter(({ target }) => target === path);
  const isNamed = isNamedIn(path, names);
  const counted = isTest(path) ? ofFile : ofFile.filter(({ by }) => !isTest(by));
  if (counted.length === 0 && !isNamed)
    return [{ path, line: 1, reason: 'nothing imports or names this file: delete it' }];
  return findExports(source)
    .filter(({ name }) => !isTaken(name, counted) && !(isNamed && ROUTER_TAKES.has(name)))
    .filter(({ name, start }) => !(isTaken(name, ofFile) && isForTests(source, name, start)))
    .map(({ name, start }) => breachAt(source, start, reasonFor(name, isTaken(name, ofFile))));
}

const reasonFor = (name: string, isTested: boolean): string =>
  isTested
    ? `only tests use '${name}': delete both, or begin its comment with "For tests:"`
    : `nobody imports '${name}': delete it, or only its export`;

const isForTests = (source: Source, name: string, start: number): boolean =>
  countMentions(source, name) > 1 || FOR_TESTS.test(source.text.slice(0, start));

const isTaken = (name: string, uses: Use[]): boolean =>
  uses.some(({ names }) => names === 'all' || names.has(name));

/** Named in route tables, workers, folders of a glob, or scripts of package.json and .ci. */
function isNamedIn(path: string, names: Set<string>): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => names.has(parts.slice(index).join('/')));
}

function findUses(source: Source): Use[] {
  if (source.path.endsWith('.css'))
    return [...source.text.matchAll(/@import\s+['"]([^'"]+)/g)].flatMap(([, name]) =>
      toUse(source, name!, 'all'),
    );
  if (!source.program) return [];
  const uses: Use[] = [];
  walk(source.program, (node) => {
    const literal = node['source'] ?? node['argument'];
    if (!IMPORTS[node.type] || !isNode(literal) || typeof literal['value'] !== 'string') return;
    uses.push(...toUse(source, literal['value'], IMPORTS[node.type]!(node)));
  });
  return uses;
}

function toUse(source: Source, specifier: string, names: Names): Use[] {
  const target = resolveInRepository(source.path, specifier)?.replace(/\?.*$/, '');
  return target ? [{ by: source.path, target, names }] : [];
}

const namesOf = (specifiers: Node[], key: 'imported' | 'local'): Names =>
  specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')
    ? 'all'
    : new Set(specifiers.map((one) => nameOf(one[key]) ?? 'default'));

const IMPORTS: Record<string, (node: Node) => Names> = {
  ImportDeclaration: (node) => namesOf(node['specifiers'] as Node[], 'imported'),
  ExportNamedDeclaration: (node) => namesOf(node['specifiers'] as Node[], 'local'),
  ExportAllDeclaration: () => 'all',
  ImportExpression: () => 'all',
  TSImportType: () => 'all',
};

function findExports({ program }: Source): { name: string; start: number }[] {
  return ((program?.['body'] ?? []) as Node[]).flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return [{ name: 'default', start: node.start }];
    if (node.type !== 'ExportNamedDeclaration') return [];
    const declared = isNode(node['declaration']) ? declaredNames(node['declaration']) : [];
    const listed = (node['specifiers'] as Node[]).map((one) => nameOf(one['exported']));
    return [...declared, ...listed].flatMap((name) => (name ? [{ name, start: node.start }] : []));
  });
}

function declaredNames(declaration: Node): (string | null)[] {
  if (declaration.type !== 'VariableDeclaration') return [nameOf(declaration['id'])];
  return (declaration['declarations'] as Node[]).flatMap(({ id }) => {
    if (!isNode(id) || id.type !== 'ObjectPattern') return [nameOf(id)];
    return (id['properties'] as Node[]).map((property) => nameOf(property['value']));
  });
}

/** `Identifier` and, in `export { a as 'b' }`, a string. */
const nameOf = (node: unknown): string | null =>
  isNode(node) ? String(node['name'] ?? node['value']) : null;

function countMentions({ program }: Source, name: string): number {
  let count = 0;
  walk(program!, (node) => {
    if (/^(JSX)?Identifier$/.test(node.type) && node['name'] === name) count += 1;
  });
  return count;
}

/** Strings of code other than imports, and words of settings and scripts: these may name files. */
function findWords({ path, program, text }: Source): string[] {
  if (!program) {
    const settings = path === MANIFEST ? JSON.stringify(readManifest(text).scripts) : text;
    return settings.split(/[\s"'`=,()]+/).map((word) => word.replace(/^\.?\//, ''));
  }
  const words: string[] = [];
  walk(program, (node, parent) => {
    const isImported = parent !== null && IMPORTS[parent.type] !== undefined;
    if (isImported || !/^(Literal|TemplateElement)$/.test(node.type)) return;
    const value = (node['value'] ?? '') as string | { cooked?: string };
    const text = typeof value === 'object' ? value.cooked : value;
    if (typeof text === 'string') words.push(text.replace(/^(\.{0,2}\/)+/, ''));
  });
  return words;
}

type Manifest = { scripts: object; dependencies?: object; devDependencies?: object };
const readManifest = (text: string) => JSON.parse(text) as Manifest;

function checkPackages(manifest: Source, sources: Source[], names: Set<string>): Breach[] {
  const { dependencies = {}, devDependencies = {} } = readManifest(manifest.text);
  const said = [...names, ...sources.flatMap(({ program }) => specifiersOf(program))];
  const used = new Set(said.map((word) => packageOf(word.replace(/^node_modules\//, ''))));
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !used.has(name.replace(/^@types\//, '')) && !(name in NEEDED_PACKAGES))
    .map((name) =>
      breachAt(manifest, manifest.text.indexOf(`"${name}"`), `nothing imports '${name}'`),
    );
}

const specifiersOf = (program: Node | null): string[] =>
  program ? findSpecifiers(program).map(({ name }) => name) : [];

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
