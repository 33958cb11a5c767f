/** Every screen of the product, from the table of spec §2: its addresses, and who sees it. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';

export type Area = 'public' | 'account' | 'dashboard' | 'applicant' | 'admin' | 'judge';
type RouteRow = { path: string; area: Area | undefined; file: string };

/** The area that a layout or guard stands for; the innermost one counts. */
const AREAS: Record<string, Area> = {
  'shell/public-layout.tsx': 'public',
  'shell/account-layout.tsx': 'account',
  'shell/dashboard-layout.tsx': 'dashboard',
  'shell/applicant-area.tsx': 'applicant',
  'shell/admin-area.tsx': 'admin',
  'shell/judge-area.tsx': 'judge',
};

export const listRoutes = (): RouteRow[] => flatten(routes as RouteConfigEntry[]);

function flatten(entries: RouteConfigEntry[], parent = '', area?: Area): RouteRow[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join('/');
    const inside = AREAS[entry.file] ?? area;
    return entry.children
      ? flatten(entry.children, path, inside)
      : [{ path: `/${path}`, area: inside, file: entry.file }];
  });
}

export type Viewer = 'visitor' | 'newcomer' | 'applicant' | 'admin' | 'judge';
export type Screen = { name: string; address: string; viewer: Viewer };

/** Values for the parameters of routes; a route without values has no picture. */
export type Fillings = Record<string, string[]>;

/** One screen for each address of each route. Refuses a route without values. */
export function listScreens(fillings: Fillings): Screen[] {
  const screens = listRoutes().filter(({ file }) => file.endsWith('.tsx'));
  return screens.flatMap((route) => {
    const addresses = fillings[route.path] ?? (/[:*]/.test(route.path) ? [] : [route.path]);
    if (addresses.length === 0)
      throw new Error(`${route.path} has no address in scripts/screens/sample-world.ts`);
    return addresses.flatMap((address, index) =>
      viewersOf(route).map((viewer, _, all) => ({
        name: nameOf(route.path, index, addresses.length) + (all.length > 1 ? `-${viewer}` : ''),
        address,
        viewer,
      })),
    );
  });
}

function viewersOf({ path, area }: RouteRow): Viewer[] {
  if (path === '/dashboard') return ['applicant', 'admin'];
  if (area === 'applicant' || area === 'judge') return [area];
  return area === 'admin' || area === 'dashboard' ? ['admin'] : ['visitor'];
}

function nameOf(path: string, index: number, count: number): string {
  const words = path.replace('*', 'not-found').match(/[\w-]+/g) ?? ['home'];
  return words.join('-') + (count > 1 ? `-${index + 1}` : '');
}
