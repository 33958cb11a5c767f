import { findSpecifiers, resolveInRepository } from '../fences/imports.ts';
import { isTest, readSources, type Source } from '../fences/sources.ts';

/** A room's folders, each with the folders of the same room that it imports from. */
export type Graph = Map<string, Set<string>>;

const ROOMS = ['app', 'server', 'content', 'domain'] as const;
export type Room = (typeof ROOMS)[number];

/**
 * The folders of each room, from the imports in `root`. Tests may import anything and do not count;
 * nor do files directly in a room, which put its folders together.
 */
export function readGraphs(root: string): Record<Room, Graph> {
  const graphs = { app: new Map(), server: new Map(), content: new Map(), domain: new Map() };
  for (const source of readSources(root)) {
    const [room, folder, file] = source.path.split('/');
    const graph: Graph | undefined = graphs[room as Room];
    if (!graph || !folder || !file || !source.program || isTest(source.path)) continue;
    graph.set(folder, new Set([...(graph.get(folder) ?? []), ...foldersFor(source)]));
  }
  return graphs;
}

/** The other folders of its room that a file imports from. */
function foldersFor({ path, program }: Source): string[] {
  const [room, folder] = path.split('/');
  return findSpecifiers(program!).flatMap(({ name }) => {
    const [targetRoom, target, file] = resolveInRepository(path, name)?.split('/') ?? [];
    return targetRoom === room && target && file && target !== folder ? [target] : [];
  });
}

/** Removes arrows that a longer path implies: a -> c if there is a -> b -> c. */
export function reduce(graph: Graph): Graph {
  const reduced: Graph = new Map([...graph].map(([from, targets]) => [from, new Set(targets)]));
  for (const [from, targets] of reduced)
    for (const to of [...targets].sort()) {
      targets.delete(to);
      if (!reaches(reduced, from, to)) targets.add(to);
    }
  return reduced;
}

function reaches(graph: Graph, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (folder === to) return true;
    if (seen.has(folder)) continue;
    seen.add(folder);
    open.push(...(graph.get(folder) ?? []));
  }
  return false;
}

/** Folders in rows, so that every arrow points down; those of a cycle may point anywhere. */
export function toRows(graph: Graph): string[][] {
  const heights = new Map<string, number>();
  const heightOf = (folder: string, way: string[]): number => {
    if (way.includes(folder)) return 0;
    const known = heights.get(folder);
    if (known !== undefined) return known;
    const below = [...(graph.get(folder) ?? [])].map((to) => heightOf(to, [...way, folder]) + 1);
    const height = Math.max(0, ...below);
    heights.set(folder, height);
    return height;
  };
  const rows: string[][] = [];
  for (const folder of [...graph.keys()].sort()) (rows[heightOf(folder, [])] ??= []).push(folder);
  return sortByNeighbours(rows.filter(Boolean).reverse(), graph);
}

/** Sorts each row by its importers, so that fewer arrows cross. */
function sortByNeighbours(rows: string[][], graph: Graph): string[][] {
  const places = new Map<string, number>();
  return rows.map((row) => {
    const weight = (folder: string): number => {
      const above = [...places].filter(([from]) => graph.get(from)!.has(folder));
      // Folders without importers come last.
      if (above.length === 0) return 1;
      return above.reduce((sum, [, place]) => sum + place, 0) / above.length;
    };
    const sorted = row
      .map((folder) => ({ folder, at: weight(folder) }))
      .sort((a, b) => a.at - b.at)
      .map(({ folder }) => folder);
    for (const [index, folder] of sorted.entries())
      places.set(folder, (index + 0.5) / sorted.length);
    return sorted;
  });
}
