import {
  QueryClientProvider,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useState, type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { MINUTE_MS } from '#domain/constants.ts';
import { createQueries } from '#app/api/queries.ts';
import { useWorker } from '#app/offline/use-worker.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { SessionProvider } from '#app/session/session-provider.tsx';
import { queryKeys } from '#app/api/query-keys.ts';
import { api, SESSION_RENEWED } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { useFailedScreens } from './failed-screens.ts';
import { Guard } from './guard.tsx';
import { DashboardShell } from './dashboard-shell.tsx';
import { knownNotice, rememberNotice, useServedNotice } from './known-notice.ts';
import { loadLayout } from './layout-loader.ts';
import { Messages } from './messages.tsx';
import { RouteError } from './route-error.tsx';
import { RouteFocus } from './route-focus.tsx';
import { SiteNotice } from './site-notice.tsx';

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
  useRenewal(queries);
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

/** What a session's end has kept from loading is asked for again once somebody stays. */
function useRenewal(queries: QueryClient): void {
  useEffect(() => {
    const ask = () =>
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    window.addEventListener(SESSION_RENEWED, ask);
    return () => window.removeEventListener(SESSION_RENEWED, ask);
  }, [queries]);
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

/** Milliseconds after which somebody who returns to the portal may have missed a notice. */
const FRESH_MS = 5 * MINUTE_MS;
const NOTICE_KEY = [queryKeys.notice];

/**
 * On top of the portal, whose document may have been open for hours, or kept for use offline: first
 * what it came with, then what the server says now.
 */
function PortalNotice() {
  const cache = useQueryClient();
  const { data: notice } = useQuery({
    queryKey: NOTICE_KEY,
    queryFn: ({ signal }) => api.getNotice({ signal }),
    initialData: useServedNotice(),
    initialDataUpdatedAt: 0,
    staleTime: FRESH_MS,
  });
  useEffect(() => {
    const isOver = notice !== null && Date.parse(notice.until) <= serverNow().getTime();
    if (isOver) cache.setQueryData(NOTICE_KEY, null);
    rememberNotice(isOver ? null : notice);
  }, [notice, cache]);
  return <SiteNotice notice={notice} />;
}
