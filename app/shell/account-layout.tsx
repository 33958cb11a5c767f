import { Outlet } from 'react-router';
import type { Route } from './+types/account-layout';
import type { PageHandle } from '#app/page-handle.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { SessionProvider } from '#app/session/session-provider.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import css from './account-layout.module.css';
import { PublicShell } from './public-shell.tsx';
import { Messages } from './messages.tsx';
import { RouteError } from './route-error.tsx';
import { RouteFocus } from './route-focus.tsx';

/** As in public-layout.tsx: previews need the full address. */
export const loader = ({ request }: Route.LoaderArgs) => ({ origin: new URL(request.url).origin });
/** Avoids a request to the server when navigating from the portal. */
export const clientLoader = () => ({ origin: location.origin });

export const handle: PageHandle = { isHydrated: true, isPaintedFirst: true, Failed: RouteError };

/** The account screens: public header and footer, hydrated, a band beside the form. */
export default function AccountLayout() {
  return (
    <SessionProvider>
      <PublicShell isShort>
        <div className={css.account}>
          <PatternBand pattern={housePattern} direction="down" thread={5} className={css.band} />
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
