import { Outlet } from 'react-router';
import type { PageHandle } from '#app/page-handle.ts';
import { houseWeave } from '#app/brand/weaves.ts';
import { SessionProvider } from '#app/session/session-provider.tsx';
import { Strip } from '#app/brand/strip.tsx';
import { Toaster } from '#app/ui/toast.tsx';
import css from './account-layout.module.css';
import { PublicShell } from './public-shell.tsx';
import { RouteError } from './route-error.tsx';
import { RouteFocus } from './route-focus.tsx';

export const handle: PageHandle = { isHydrated: true, Failed: RouteError };

/** The account screens: public header and footer, hydrated, a strip beside the form. */
export default function AccountLayout() {
  return (
    <SessionProvider>
      <PublicShell>
        <div className={css.account}>
          <Strip weave={houseWeave} direction="down" thread={5} className={css.strip} />
          <div className={css.content}>
            <Outlet />
          </div>
        </div>
      </PublicShell>
      <RouteFocus />
      <Toaster />
    </SessionProvider>
  );
}
