import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { createQueries } from '#app/api/queries.ts';
import { useWorker } from '#app/offline/use-worker.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { paths } from '#app/paths.ts';
import { useFailedScreens } from './failed-screens.ts';
import { Guard } from './guard.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { SessionProvider } from '#app/session/session-provider.tsx';
import { DashboardShell } from './dashboard-shell.tsx';
import { knownNotice } from './known-notice.ts';
import { loadLayout } from './layout-loader.ts';
import { Messages } from './messages.tsx';
import { PortalNotice } from './portal-notice.tsx';
import { RouteError } from './route-error.tsx';
import { RouteFocus } from './route-focus.tsx';

export const loader = loadLayout;
/** Between screens, no document is fetched. */
export const clientLoader = () => ({ notice: knownNotice() });

export const handle: PageHandle = { isHydrated: true };
/** Lets phones install the portal as an app. */
export const links = () => [{ rel: 'manifest', href: '/portal.webmanifest' }];
export const meta = () => [{ title: 'Dashboard' }];

/**
 * The layout of everything under /dashboard: requires a login, has the sidebar of the role, and no
 * public header and footer.
 */
export default function DashboardLayout() {
  useFailedScreens();
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export const ErrorBoundary = () => (
  <Frame>
    <RouteError />
  </Frame>
);

function Frame({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueries);
  useWorker(queries);
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <PortalNotice />
        <DashboardShell>
          <Guard>
            <FactorFirst>{children}</FactorFirst>
          </Guard>
        </DashboardShell>
        <RouteFocus />
        <Messages place="portal" />
      </SessionProvider>
    </QueryClientProvider>
  );
}

/**
 * An admin who must set up a second factor can only do that: all other calls are refused until
 * then.
 */
function FactorFirst({ children }: { children: ReactNode }) {
  const isLacking = useProfile().second_factor_setup_required;
  const { pathname } = useLocation();
  return isLacking && pathname !== paths.adminProfile ? (
    <Navigate to={paths.adminProfile} replace />
  ) : (
    children
  );
}
