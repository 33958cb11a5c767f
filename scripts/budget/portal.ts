import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Bytes of script of one screen: opened directly with an empty cache, and reached from the screen
 * of the same layout that leaves the most to fetch. Between the layouts, the home screen is
 * prefetched while people wait for the code.
 */
export type ScreenWeight = {
  path: string;
  first: number;
  further: number;
  /** On a direct visit. */ requests: number;
};

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string };
type Manifest = { entry: { module: string }; routes: Record<string, Route>; url: string };

/** Screens under these layouts hydrate (app/routes.ts). */
const PORTAL = ['shell/account-layout', 'shell/dashboard-layout'];
/**
 * Not counted, because they load after their screens are shown, which work without them: with the
 * first letter typed (schemas), with the click that needs them, where a program asks questions of
 * its own, or if something fails.
 */
const AFTERWARDS =
  /\/(rich-text-editor|own-account-screen|open-pdf|bar-plot|factor-screen|factor-login-screen|check-form|waiting-screen|bulk-dialog|bulk-undo|selection-bar|keys-dialog|conflict-dialog|opening-dialog|step-dialog|(?:judges|entries|progress|ranking|decisions|release)-tab|history-entry-list|link-filters|download-dialog|post-preview|program-preview|review-form|schema|(?:session|invitation|template)-schema|error-screen|leave-dialog|closed-view|correction-fields|answers-view|touch-view|message-list|request-view|extension-form|user-extensions|earlier-form|answer-filter|question-preview)-/;
const IMPORTED = /(?:from|import(\s*\()?)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const HOME = /\/(admin|applicant)-home-/;
/** Bytes before a script on the wire: the status line and the server's headers. */
const HEADER_BYTES = 560;

/**
 * Every screen of the portal, from the files of the build. A script that a screen may load later
 * counts as if it loaded at once; what it prefetches for the next screen counts with that one.
 */
export function weighScreens(client: string): ScreenWeight[] {
  const manifest = readManifest(client);
  const weigh = (urls: Iterable<string>) =>
    [...urls].reduce((sum, url) => sum + sizeOnWire(join(client, url)), 0);
  const screens = Object.values(manifest.routes)
    .filter(
      (route) =>
        !isLayout(route, manifest) &&
        chainOf(route, manifest).some(({ id }) => PORTAL.includes(id)),
    )
    .flatMap((route) => {
      const urls = [manifest.entry.module, ...chainOf(route, manifest).map(({ module }) => module)];
      return rolesOf(urls).map(([role, otherHomes]) => ({
        path: pathOf(route, manifest) + role,
        layout: chainOf(route, manifest).find(({ id }) => PORTAL.includes(id))!.id,
        scripts: reach(urls, client, [manifest.url], otherHomes),
      }));
    });
  const isFollowed = screens.every(({ scripts }) =>
    [...scripts].some((url) => url.includes('/react-')),
  );
  if (screens.length === 0 || !isFollowed)
    throw new Error('The scripts of the portal were not found in the build.');
  return screens.map(({ path, layout, scripts }) => ({
    path,
    first: weigh(scripts),
    requests: scripts.size,
    further: Math.max(
      ...screens
        .filter((former) => former.layout === layout)
        .map((former) => weigh([...scripts].filter((url) => !former.scripts.has(url)))),
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

/** The home is one of two screens; what other screens prefetch of it counts with it. */
function rolesOf(urls: readonly string[]): [role: string, otherHomes: RegExp][] {
  if (!urls.some((url) => /\/dashboard-home-/.test(url))) return [['', HOME]];
  return [
    [' (admin)', /\/applicant-home-/],
    [' (applicant)', /\/admin-home-/],
  ];
}

/**
 * These scripts and everything that they import, statically or dynamically, except what loads
 * afterwards.
 */
function reach(
  urls: readonly string[],
  client: string,
  found: Iterable<string>,
  without: RegExp,
): Set<string> {
  const reached = new Set(found);
  const follow = (url: string) => {
    if (reached.has(url)) return;
    reached.add(url);
    const code = readFileSync(join(client, url), 'utf8');
    for (const [, later, name] of code.matchAll(IMPORTED))
      if (!later || !(AFTERWARDS.test(`/${name}`) || without.test(`/${name}`)))
        follow(`/assets/${name}`);
  };
  urls.forEach(follow);
  return reached;
}

const sizeOnWire = (path: string): number =>
  statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size + HEADER_BYTES;
