import { Outlet } from 'react-router';
import type { Role } from '#domain/accounts/rules.ts';
import { paths } from '#app/paths.ts';
import { Guard } from './guard.tsx';

export { RouteError as ErrorBoundary } from './route-error.tsx';

export default function ApplicantArea() {
  return (
    <Guard isFor={mayOpenOwn}>
      <Outlet />
    </Guard>
  );
}

const PROFILE: readonly string[] = [paths.applicantProfile, paths.editApplicantProfile];

/** Judges have the same profile, and nothing else of it. */
const mayOpenOwn = (role: Role, path: string): boolean =>
  role === 'applicant' || (role === 'judge' && PROFILE.includes(path.replace(/\/$/, '')));
