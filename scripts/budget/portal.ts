import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Bytes of script of one screen: opened directly with an empty cache, and come to from whichever
 * other screen leaves the most to fetch.
 */
export type ScreenWeight = {
  path: string;
  first: number;
  further: number;
  /** On the direct visit. */ requests: number;
};

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string };
type Manifest = { entry: { module: string }; routes: Record<string, Route>; url: string };

/** Screens under these layouts hydrate (app/routes.ts). */
const PORTAL = ['shell/account-layout', 'shell/dashboard-layout'];
/** Left out: they come after their screens, which have something plain until then. */
const AFTERWARDS =
  /\/(rich-text-editor|own-account-screen|open-pdf|factor-screen|factor-login-screen)-/;
/** What stands before a script on the wire: the status line and the server's headers. */
const HEADER_BYTES = 640;

/**
 * Every screen of the portal, from the files of the build. A script that a screen may fetch later
 * counts as if it were fetched at once; what it fetches ahead for the next screen counts with that
 * one.
 */
export function weighScreens(client: string): ScreenWeight[] {
  const manifest = readManifest(client);
  const weigh = (urls: Iterable<string>) =>
    [...urls].reduce((sum, url) => sum + sizeOnWire(join(client, url)), 0);
  const shared = [manifest.url, ...findEnhance(client)];
  const screens = Object.values(manifest.routes)
    .filter(
      (route) =>
        !isLayout(route, manifest) &&
        chainOf(route, manifest).some(({ id }) => PORTAL.includes(id)),
    )
    .map((route) => ({
      path: pathOf(route, manifest),
      scripts: reach(
        [manifest.entry.module, ...chainOf(route, manifest).map(({ module }) => module)],
        client,
        shared,
      ),
    }));
  const isFollowed = screens.every(({ scripts }) =>
    [...scripts].some((url) => url.includes('/react-')),
  );
  if (screens.length === 0 || !isFollowed)
    throw new Error('The scripts of the portal were not found in the build.');
  return screens.map(({ path, scripts }) => ({
    path,
    first: weigh(scripts),
    requests: scripts.size,
    further: Math.max(
      ...screens.map((former) => weigh([...scripts].filter((url) => !former.scripts.has(url)))),
    ),
  }));
}

function readManifest(client: string): Manifest {
  const url = `/assets/${readdirSync(join(client, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))}`;
  const text = readFileSync(join(client, url), 'utf8');
  return {
    ...(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Omit<
      Manifest,
      'url'
    >),
    url,
  };
}

/** Every page has this script in its head. */
const findEnhance = (client: string) =>
  readdirSync(join(client, 'assets'))
    .filter((name) => /^enhance-before-paint-.*\.js$/.test(name))
    .map((name) => `/assets/${name}`);

const isLayout = ({ id }: Route, { routes }: Manifest): boolean =>
  Object.values(routes).some(({ parentId }) => parentId === id);

function chainOf(route: Route, manifest: Manifest): Route[] {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  return parent ? [...chainOf(parent, manifest), route] : [route];
}

const pathOf = (route: Route, manifest: Manifest): string =>
  `/${chainOf(route, manifest)
    .map(({ path }) => path)
    .filter(Boolean)
    .join('/')}`;

/** These scripts and all that they import, at once or later. */
function reach(urls: readonly string[], client: string, found: Iterable<string>): Set<string> {
  const reached = new Set(found);
  const follow = (url: string) => {
    if (reached.has(url) || AFTERWARDS.test(url)) return;
    reached.add(url);
    for (const [, name] of readFileSync(join(client, url), 'utf8').matchAll(
      /(?:from|import)\s*\(?["'`]\.\/([\w.-]+\.js)["'`]/g,
    ))
      follow(`/assets/${name}`);
  };
  urls.forEach(follow);
  return reached;
}

const sizeOnWire = (path: string): number =>
  statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size + HEADER_BYTES;
