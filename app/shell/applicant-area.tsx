import { Outlet } from 'react-router';
import { Guard } from '#app/session/guard.tsx';

/** Section 2: applicant only. */
export default function ApplicantArea() {
  return (
    <Guard role="applicant">
      <Outlet />
    </Guard>
  );
}
