import { matchRoutes, type ServerBuild } from 'react-router';
import type { PageHandle, ReadParameter } from './page-handle.ts';

/**
 * The row that a page shows, by its name in the path; without it the page is that at `absentAt`.
 */
type Subject = { kind: 'post' | 'program'; name: string; absentAt: string };

/**
 * What a public page depends on: its path in one form, and the parameters that it knows.
 * `isUnknown`: there is no such page, and that is said in the same words for all with this path.
 */
type PublicAddress = {
  path: string;
  query: Record<string, ReadParameter>;
  isUnknown: boolean;
  subject?: Subject;
};

type Node = { path?: string; index?: boolean; handle: PageHandle | undefined; children?: Node[] };

const NOTHING_KNOWN: PublicAddress = { path: '/404', query: {}, isUnknown: true };
/** In place of each name in a path where one of them cannot be: nothing is called so. */
const NO_NAME = '-';

/**
 * Answers a function that says what the document at a path depends on; undefined for screens of one
 * person, for pages that are made anew each time, and for what is no document.
 */
export function createAddressReader(
  build: Pick<ServerBuild, 'routes'>,
): (path: string) => PublicAddress | undefined {
  const tree = childrenOf(build.routes, undefined);
  // The router ranks anew, at each search, all that it is given.
  const treeOf = new Map(firstSegments(tree).map((first) => [first, pruneTo(tree, first)]));
  return (path) => {
    // The router's own questions for data.
    if (path.endsWith('.data')) return undefined;
    const nodes = treeOf.get(firstOf(path)) as Parameters<typeof matchRoutes>[0] | undefined;
    const matches = (nodes && matchRoutes(nodes, path)) ?? [];
    const routes = matches.map(({ route }) => route as Node);
    if (routes.some(({ handle }) => handle?.isHydrated || handle?.isLive)) return undefined;
    const page = routes.at(-1);
    if (!page || page.path === '*') return NOTHING_KNOWN;
    const pattern = routes.flatMap((route) => route.path || []).join('/');
    return describePage({ path, pattern, params: matches.at(-1)!.params, handle: page.handle });
  };
}

type Found = {
  path: string;
  pattern: string;
  params: Record<string, string | undefined>;
  handle: PageHandle | undefined;
};

function describePage({ path, pattern, params, handle }: Found): PublicAddress {
  const { names = {}, query = {}, subject } = handle ?? {};
  const read = (name: string) => (names[name] ?? String)(params[name]!);
  const isUnknown = Object.keys(names).some((name) => read(name) === undefined);
  const parts = pattern.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    return isUnknown ? NO_NAME : encodeURIComponent(read(part.slice(1))!);
  });
  return {
    path: pattern.includes('*') ? path : `/${parts.join('/')}`,
    query,
    isUnknown,
    ...(subject &&
      !isUnknown && {
        subject: { kind: subject.kind, name: params[subject.param]!, absentAt: subject.absentAt },
      }),
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

/** What a path that begins so may lead to. */
function pruneTo(nodes: Node[], first: string): Node[] {
  return nodes.flatMap((node) => {
    const { path, index, children } = node;
    if (index) return first === '' ? [node] : [];
    if (path) return path !== '*' && firstOf(`/${path}`) === first ? [node] : [];
    const remaining = pruneTo(children ?? [], first);
    return remaining.length > 0 ? [{ ...node, children: remaining }] : [];
  });
}
