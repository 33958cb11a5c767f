import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

export { RouteError as ErrorBoundary } from './route-error.tsx';

export default function JudgeArea() {
  return (
    <Guard isFor={(role) => role === 'judge'}>
      <Outlet />
    </Guard>
  );
}
