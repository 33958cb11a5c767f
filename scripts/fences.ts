/**
 * What no tool can say of docs/house.md: circles of folders and files, citations that lead nowhere,
 * paths of one machine. The walls between the rooms are ESLint's, unused code is knip's. `npm run
 * fences` prints file:line and the reason; exits with 1 if one is broken.
 */
import { join, posix } from 'node:path';
import { readFileSync, readdirSync } from 'node:fs';
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

/** The rooms whose folders are checked. */
const ROOMS = ['domain', 'content', 'server', 'app'];
/** Folders whose subfolders are checked one by one: one for each noun. */
const FOLDERS_OF_NOUNS = ['app/features'];

/** The first import from one folder or file to another. */
type Edge = { to: string; at: Breach };
type Graph = Map<string, Map<string, Edge>>;

/**
 * No folder of a room, and no file of a folder, may depend on itself through others: each can be
 * read without those above it. Type imports count as well; files directly in a room are nodes of
 * their own.
 */
export const checkCycles = (sources: Source[]): Breach[] => [
  ...findCycles(toGraph(sources, folderOf)),
  // A circle of files that leaves their folder is one of folders.
  ...findCycles(toGraph(sources, fileOf)),
];

function findCycles(graph: Graph): Breach[] {
  const reported = new Set<string>();
  return [...graph.keys()].flatMap((node) => {
    const cycle = reported.has(node) ? undefined : findWayBack(graph, node);
    if (!cycle) return [];
    for (const { to } of cycle) reported.add(to);
    return [toBreach(node, cycle)];
  });
}

type NodeOf = (path: string) => string;

function toGraph(sources: Source[], nodeOf: NodeOf): Graph {
  const graph: Graph = new Map();
  for (const source of sources) {
    if (!source.program || isTest(source.path) || !isChecked(source.path)) continue;
    const from = nodeOf(source.path);
    const edges = graph.get(from) ?? new Map<string, Edge>();
    graph.set(from, edges);
    for (const { target, at } of importsOf(source)) {
      const to = nodeOf(target);
      const isInside = nodeOf === folderOf || folderOf(target) === folderOf(source.path);
      if (isInside && to !== from && !edges.has(to)) edges.set(to, { to, at });
    }
  }
  return graph;
}

const importsOf = (source: Source): { target: string; at: Breach }[] =>
  findSpecifiers(source.program!).flatMap(({ name, start }) => {
    const target = resolveInRepository(source.path, name);
    if (target === null || target.includes('+types/') || !isChecked(target)) return [];
    return { target, at: breachAt(source, start, '') };
  });

const isChecked = (path: string): boolean => ROOMS.includes(path.split('/')[0]!);

const fileOf: NodeOf = (path) => path.replace(/\?.*$/, '');

function folderOf(path: string): string {
  const parts = fileOf(path).split('/');
  const folder = parts.slice(0, 2).join('/');
  return FOLDERS_OF_NOUNS.includes(folder) ? parts.slice(0, 3).join('/') : folder;
}

/** The shortest path from a node back to itself. */
function findWayBack(graph: Graph, start: string): Edge[] | undefined {
  const seen = new Set<string>();
  const queue: Edge[][] = [[]];
  for (const way of queue) {
    for (const edge of graph.get(way.at(-1)?.to ?? start)?.values() ?? []) {
      if (edge.to === start) return [...way, edge];
      if (!seen.has(edge.to)) queue.push([...way, edge]);
      seen.add(edge.to);
    }
  }
  return undefined;
}

function toBreach(start: string, cycle: Edge[]): Breach {
  const steps = cycle.map(({ to, at }) => `${to} (${at.path}:${at.line})`);
  const reason = `in a circle: ${[start, ...steps].join(' → ')}. Move what both need into the lower one, or hand it in`;
  return { ...cycle[0]!.at, reason };
}

/** The first word of a citation, and the document that it means. */
const DOCUMENTS: Record<string, string> = {
  spec: 'docs/specification.md',
  contract: 'docs/contract.md',
  design: 'docs/design.md',
  trust: 'docs/trust.md',
};
const DECISIONS = 'docs/decisions/';

/** Between two words of one citation: a space, or a line break in a comment. */
const GAP = String.raw`\s+(?:(?:\*|//)\s*)?`;
const SECTION = String.raw`§\d+(?:\.\d+)?`;
const ROW = String.raw`[A-Z]\d+\b`;
const listOf = (one: string) => `${one}(?:(?:,|${GAP}and|${GAP}or|${GAP}to)${GAP}${one})*`;

const OF_SECTIONS = `(spec|contract|design)${GAP}(${listOf(SECTION)})`;
const OF_ROWS = `(trust)${GAP}(${listOf(ROW)})`;
const CITATION = new RegExp(`\\b${OF_SECTIONS}|\\b${OF_ROWS}|(${SECTION})`, 'g');
const DECISION = /\bdecisions\/(\d{4})(-[a-z0-9-]+)?|\bdecision (\d{1,2})\b/g;
const NO_DOCUMENT = 'which document? Write spec, contract or design before the section';

/** Citations that lead nowhere: every document that a comment cites is in the repository. */
export function checkCitations(sources: Source[]): Breach[] {
  const anchors = readAnchors(sources);
  return sources.flatMap((source) => [
    ...findDeadEnds(source, anchors),
    ...findMissingDecisions(source, sources),
  ]);
}

type Anchors = Map<string, Set<string>>;

/** What can be cited: numbers of headings, and of rows whose first cell is a number. */
function readAnchors(sources: Source[]): Anchors {
  return new Map(
    Object.entries(DOCUMENTS).map(([name, path]) => {
      const text = sources.find((source) => source.path === path)?.text ?? '';
      const places = text.matchAll(/^#+ (\d+(?:\.\d+)?)\.? |^\| (\d+\.\d+|[A-Z]\d+) \|/gm);
      return [name, new Set([...places].map(([, heading, row]) => (heading ?? row)!))];
    }),
  );
}

function findDeadEnds(source: Source, anchors: Anchors): Breach[] {
  const own = Object.keys(DOCUMENTS).find((name) => DOCUMENTS[name] === source.path);
  return [...source.text.matchAll(CITATION)].flatMap((match) => {
    const name = match[1] ?? match[3] ?? own;
    if (!name) return [breachAt(source, match.index, NO_DOCUMENT)];
    const cited = (match[2] ?? match[4] ?? match[5])!.match(/[A-Z]?\d+(?:\.\d+)?/g)!;
    const missing = cited.filter((number) => !anchors.get(name)!.has(number));
    const reasons = missing.map((number) => `${DOCUMENTS[name]} has no ${number}`);
    return reasons.map((reason) => breachAt(source, match.index, reason));
  });
}

function findMissingDecisions(source: Source, sources: Source[]): Breach[] {
  return [...source.text.matchAll(DECISION)].flatMap((match) => {
    const [, number, title, short] = match;
    const page = `${DECISIONS}${number ?? short!.padStart(4, '0')}${title ?? '-'}`;
    const isThere = sources.some(({ path }) => path.startsWith(page));
    return isThere ? [] : [breachAt(source, match.index, `no page ${page}… in ${DECISIONS}`)];
  });
}

const HOME_FOLDERS =
  /(?<![\w.:/])(?:file:\/\/)?\/(?:home|root|tmp|Users|mnt|private)\/[\w.-]|[A-Z]:\\\\?Users\\/;

if (import.meta.main) {
  const sources = readSources(join(import.meta.dirname, '..'));
  const ofOneMachine = sources
    .map((source) => ({ source, offset: source.text.search(HOME_FOLDERS) }))
    .filter(({ offset }) => offset >= 0)
    .map(({ source, offset }) => breachAt(source, offset, 'a path of one machine'));
  const breaches = [...checkCycles(sources), ...checkCitations(sources), ...ofOneMachine];
  for (const { path, line, reason } of breaches) console.error(`${path}:${line}  ${reason}`);
  console.log(
    breaches.length === 0
      ? `Fences hold: ${sources.length} files.`
      : `\n${breaches.length} broken in ${sources.length} files. The rules and why: docs/house.md`,
  );
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
