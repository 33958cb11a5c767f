import { matchRoutes, type ServerBuild } from 'react-router';
import type { PageHandle, ReadParameter } from './page-handle.ts';

/**
 * What a public page depends on beside its path. `isUnknown`: there is no such page, and that is
 * said in the same words for all of them.
 */
export type PublicAddress = { query: Record<string, ReadParameter>; isUnknown: boolean };

type Node = { path?: string; index?: boolean; handle: PageHandle | undefined; children?: Node[] };

const NOTHING_KNOWN: PublicAddress = { query: {}, isUnknown: true };

/**
 * Answers a function that says what the document at a path depends on; undefined for screens of one
 * person, and for what is no document.
 */
export function createAddressReader(
  build: Pick<ServerBuild, 'routes'>,
): (path: string) => PublicAddress | undefined {
  const tree = childrenOf(build.routes, undefined);
  const beginnings = new Set(firstSegments(tree));
  return (path) => {
    // The router's own questions for data.
    if (path.endsWith('.data')) return undefined;
    if (!beginnings.has(firstOf(path))) return NOTHING_KNOWN;
    const handles =
      matchRoutes(tree as Parameters<typeof matchRoutes>[0], path)?.map(
        ({ route }) => route as Node,
      ) ?? [];
    if (handles.some(({ handle }) => handle?.isHydrated)) return undefined;
    const page = handles.at(-1);
    return page && page.path !== '*'
      ? { query: page.handle?.query ?? {}, isUnknown: false }
      : NOTHING_KNOWN;
  };
}

function childrenOf(routes: ServerBuild['routes'], parentId: string | undefined): Node[] {
  const rows = Object.values(routes).filter(
    (route) => route !== undefined && route.parentId === parentId,
  );
  return rows.map((route) => {
    const base = {
      ...(route!.path !== undefined && { path: route!.path }),
      handle: route!.module.handle as PageHandle | undefined,
    };
    return route!.index
      ? { ...base, index: true }
      : { ...base, children: childrenOf(routes, route!.id) };
  });
}

const firstOf = (path: string): string => path.split('/')[1]!.toLowerCase();

/**
 * What the paths of all pages begin with: most addresses that do not exist are known by it, without
 * a search.
 */
function firstSegments(nodes: Node[]): string[] {
  return nodes.flatMap(({ path, index, children = [] }) => {
    if (index) return [''];
    if (path === undefined || path === '') return firstSegments(children);
    return path === '*' ? [] : [firstOf(`/${path}`)];
  });
}
