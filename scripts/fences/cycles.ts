import {
  breachAt,
  findSpecifiers,
  isTest,
  resolveInRepository,
  type Breach,
  type Source,
} from './sources.ts';

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
