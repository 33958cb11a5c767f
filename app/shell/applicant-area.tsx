import { Outlet } from 'react-router';
import { Guard } from './guard.tsx';

export { RouteError as ErrorBoundary } from './route-error.tsx';

export default function ApplicantArea() {
  return (
    <Guard isFor={(role) => role === 'applicant'}>
      <Outlet />
    </Guard>
  );
}
