import { matchRoutes, type ServerBuild } from 'react-router';
import type { PageHandle, ReadParameter } from './page-handle.ts';

/**
 * The row that a page shows, by its name in the path; if it does not exist, the page is the one at
 * `absentAt`.
 */
type Subject = { kind: 'post' | 'program'; name: string; absentAt: string };

/**
 * What a public page depends on: its canonical path, and the parameters that it knows. `isUnknown`:
 * there is no such page, and the same page is shown for all addresses with this path.
 */
type PublicAddress = {
  path: string;
  query: Record<string, ReadParameter>;
  isUnknown: boolean;
  subject?: Subject;
};

type Node = { path?: string; index?: boolean; handle: PageHandle | undefined; children?: Node[] };

const NOTHING_KNOWN: PublicAddress = { path: '/404', query: {}, isUnknown: true };
/** Replaces each name in a path with an impossible name: nothing is called so. */
const NO_NAME = '-';

/**
 * Returns a function that says what the document at a path depends on; undefined for private
 * screens, pages that are rendered for each request, and addresses that are not documents.
 */
export function createAddressReader(
  build: Pick<ServerBuild, 'routes'>,
): (path: string) => PublicAddress | undefined {
  const tree = childrenOf(build.routes, undefined);
  // The router ranks all routes that it is given at each match.
  const treeOf = new Map(firstSegments(tree).map((first) => [first, pruneTo(tree, first)]));
  return (path) => {
    // The router's own data requests.
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

type Match = {
  path: string;
  pattern: string;
  params: Record<string, string | undefined>;
  handle: PageHandle | undefined;
};

function describePage({ path, pattern, params, handle }: Match): PublicAddress {
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
 * The first segments of all pages' paths: they identify most non-existent addresses without
 * matching.
 */
function firstSegments(nodes: Node[]): string[] {
  return nodes.flatMap(({ path, index, children = [] }) => {
    if (index) return [''];
    if (path === undefined || path === '') return firstSegments(children);
    return path === '*' ? [] : [firstOf(`/${path}`)];
  });
}

/** The routes that a path with this first segment may match. */
function pruneTo(nodes: Node[], first: string): Node[] {
  return nodes.flatMap((node) => {
    const { path, index, children } = node;
    if (index) return first === '' ? [node] : [];
    if (path) return path !== '*' && firstOf(`/${path}`) === first ? [node] : [];
    const remaining = pruneTo(children ?? [], first);
    return remaining.length > 0 ? [{ ...node, children: remaining }] : [];
  });
}
