import { useEffect } from 'react';
import { Outlet } from 'react-router';
import type { PageHandle } from '#app/page-handle.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { SessionProvider } from '#app/session/session-provider.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import css from './account-layout.module.css';
import { useFailedScreens } from './failed-screens.ts';
import { knownNotice, rememberNotice, useServedNotice } from './known-notice.ts';
import { loadLayout } from './layout-loader.ts';
import { PublicShell } from './public-shell.tsx';
import { Messages } from './messages.tsx';
import { RouteFocus } from './route-focus.tsx';

export const loader = loadLayout;
/** Avoids a request to the server when navigating from the portal. */
export const clientLoader = () => ({ origin: location.origin, notice: knownNotice() });

export const handle: PageHandle = { isHydrated: true, isPaintedFirst: true };

/** The account screens: public header and footer, hydrated, a band beside the form. */
export default function AccountLayout() {
  const notice = useServedNotice();
  useFailedScreens();
  useEffect(() => rememberNotice(notice), [notice]);
  return (
    <SessionProvider>
      <PublicShell isShort>
        <div className={css.account}>
          <PatternBand
            pattern={housePattern}
            direction="down"
            thread={5}
            spans={800}
            className={css.band}
          />
          <div className={css.content}>
            <Outlet />
          </div>
        </div>
      </PublicShell>
      <RouteFocus />
      <Messages place="account" />
    </SessionProvider>
  );
}
