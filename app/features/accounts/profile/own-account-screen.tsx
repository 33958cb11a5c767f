import { useProfile } from '#app/session/use-session.ts';
import { CloseAccount } from './close-account-dialog.tsx';
import { DataDownload } from './data-download.tsx';
import css from './own-account-screen.module.css';
import { ReminderToggle } from './reminder-toggle.tsx';
import { SessionList } from './session-list.tsx';

/**
 * Below the profile: reminders, sessions, the own data and, for applicants, the end of the account.
 */
export function OwnAccountScreen() {
  const { role } = useProfile();
  return (
    <div className={css.sections}>
      {role === 'applicant' && <ReminderToggle />}
      <SessionList />
      <DataDownload />
      {role === 'applicant' && <CloseAccount />}
    </div>
  );
}
