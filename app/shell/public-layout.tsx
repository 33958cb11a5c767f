import { Outlet } from 'react-router';
import { loadLayout } from './layout-loader.ts';
import { PublicShell } from './public-shell.tsx';

export const loader = loadLayout;

export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
