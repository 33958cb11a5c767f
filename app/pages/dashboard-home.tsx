import { lazy, Suspense } from 'react';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { useSession } from '#app/session/use-session.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/** Each role downloads only its own home. */
const AdminHome = lazy(() => import('#app/pages/admin/home/admin-home.tsx'));
const ApplicantHome = lazy(() => import('#app/pages/applicant/home/applicant-home.tsx'));

/** Chooses the home by the profile's role; any role other than admin gets the applicant's. */
export default function DashboardHome() {
  const { profile } = useSession();
  if (!profile) return <p role="alert">{SESSION.noProfile}</p>;
  return (
    <Suspense fallback={<Spinner label="Loading" />}>
      {profile.role === 'admin' ? <AdminHome /> : <ApplicantHome />}
    </Suspense>
  );
}
