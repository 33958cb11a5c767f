import { Outlet } from 'react-router';
import type { PageHandle } from '#app/page-handle.ts';
import { useFailedScreens } from './failed-screens.ts';
import { RouteError } from './route-error.tsx';

export const handle: PageHandle = { isHydrated: true };
export const links = () => [{ rel: 'manifest', href: '/portal.webmanifest' }];

/**
 * The screens of a day in a hall: without the sidebar, and without anything that warns of the end of
 * a session or ends it, since they also work without one.
 */
export default function HallLayout() {
  useFailedScreens();
  return <Outlet />;
}

export const ErrorBoundary = () => (
  <main id="main">
    <RouteError />
  </main>
);
