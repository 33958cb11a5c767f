import type { DashboardLink } from '#content/dashboard-navigation.ts';
import { paths } from '#app/paths.ts';

const isWithin = (pathname: string, place: string): boolean =>
  pathname === place || pathname.startsWith(`${place}/`);

/** aria-current of a link in the sidebar: 'page' on its own screen, true on a screen below it. */
export function currentness(
  pathname: string,
  { to, holds = [] }: DashboardLink,
): 'page' | true | undefined {
  const here = pathname.replace(/\/+$/, '');
  if (here === to) return 'page';
  // A judge's interests have an entry of their own.
  if (here === paths.interests) return undefined;
  // Every path is below the home, so that only matches exactly.
  const places = to === paths.dashboard ? [] : [to, ...holds];
  return places.some((place) => isWithin(here, place)) || undefined;
}
