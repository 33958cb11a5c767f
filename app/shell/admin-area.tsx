import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';
import { mayOpen } from './screen-roles.ts';

export { RouteError as ErrorBoundary } from './route-error.tsx';

export default function AdminArea() {
  return (
    <Guard isFor={mayOpen}>
      <Outlet />
    </Guard>
  );
}
