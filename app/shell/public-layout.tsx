import { Outlet } from 'react-router';
import type { Route } from './+types/public-layout';
import { PublicShell } from './public-shell.tsx';

/**
 * Canonical links and previews need the full address: the meta functions of pages get it from here
 * (app/seo/describe-page.ts).
 */
export const loader = ({ request }: Route.LoaderArgs) => ({ origin: new URL(request.url).origin });

export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
