import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { Role } from '#domain/accounts/rules.ts';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { paths } from '#app/paths.ts';
import { useSession } from '#app/session/use-session.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/** Each role downloads only its own home. */
const AdminHome = lazy(() => import('#app/pages/admin/home/admin-home.tsx'));
const EditorHome = lazy(() => import('#app/pages/admin/home/editor-home.tsx'));
const ApplicantHome = lazy(() => import('#app/pages/applicant/home/applicant-home.tsx'));

const HOMES: Partial<Record<Role, ReactNode>> = {
  admin: <AdminHome />,
  viewer: <AdminHome />,
  editor: <EditorHome />,
  judge: <Navigate to={paths.judging} replace />,
};

/** Chooses the home by the profile's role; any role without one of its own gets the applicant's. */
export default function DashboardHome() {
  const { profile } = useSession();
  if (!profile) return <p role="alert">{SESSION.noProfile}</p>;
  return (
    <Suspense fallback={<Spinner label="Loading" />}>
      {HOMES[profile.role] ?? <ApplicantHome />}
    </Suspense>
  );
}
