import { lazy, Suspense } from 'react';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { useProfile } from '#app/session/use-session.ts';
import { CloseAccount } from './close-account-dialog.tsx';
import { DataDownload } from './data-download.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { ownAccountLabels as labels } from './labels.ts';
import css from './own-account-screen.module.css';
import { ReminderToggle } from './reminder-toggle.tsx';
import { SessionList } from './session-list.tsx';

/** Applicants have none. */
const FactorScreen = lazy(() => import('../factor/factor-screen.tsx'));

/**
 * Below the profile: reminders, the second factor of the firm, sessions, one's own data and, for
 * applicants, closing the account. Those who must set up a second factor see nothing else.
 */
export function OwnAccountScreen() {
  const { role, second_factor_setup_required: isLacking } = useProfile();
  if (isLacking) return <SecondFactor />;
  return (
    <div className={css.sections}>
      {role === 'applicant' && <ReminderToggle />}
      {isOfFirm(role) && <SecondFactor />}
      <SessionList />
      <DataDownload />
      {role === 'applicant' && <CloseAccount />}
    </div>
  );
}

const SecondFactor = () => (
  <Suspense fallback={<Skeleton label={labels.loadingFactor} rows={2} />}>
    <FactorScreen />
  </Suspense>
);
