import { lazy, Suspense, useState } from 'react';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { DATA_RULES } from '#domain/accounts/session-messages.ts';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { api } from '#app/api/browser.ts';
import { useDownload } from '#app/api/use-download.ts';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import { ApiError } from '#app/api/api-error.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { setProfile } from '#app/session/store.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { CloseAccount } from './close-account-dialog.tsx';
import { ownAccountLabels as labels } from './labels.ts';
import css from './own-account-screen.module.css';
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

/** Downloads everything that is stored about the person, as one file. */
function DataDownload() {
  const { isBusy, url, problem, start } = useDownload(
    () => api.linkToOwnData({ fallback: DATA_RULES.failed }),
    DATA_RULES.failed,
  );
  return (
    <section className={css.section} aria-labelledby="own-data">
      <h2 id="own-data">{labels.dataTitle}</h2>
      <p>{labels.dataLead}</p>
      {problem && (
        <p className={css.refusal} role="alert">
          {problem}
        </p>
      )}
      <Button variant="secondary" isBusy={isBusy} onClick={() => void start()}>
        {labels.download}
      </Button>
      {url && <DownloadReady url={url} />}
    </section>
  );
}

/** Whether mails remind of a deadline; saved as soon as it is changed. */
function ReminderToggle() {
  const { wants_reminders: isOn } = useProfile();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const singleFlight = useSingleFlight();
  const save = (wants_reminders: boolean) =>
    void singleFlight(async () => {
      setAsked(wants_reminders);
      setRefusal(undefined);
      try {
        setProfile(await api.updateProfile({ wants_reminders }, { fallback: PROFILE.failed }));
        toast.success(wants_reminders ? labels.remindersOn : labels.remindersOff);
      } catch (error) {
        setRefusal(error instanceof ApiError ? error.message : PROFILE.failed);
      } finally {
        setAsked(null);
      }
    });
  return (
    <section className={css.section} aria-labelledby="reminders">
      <h2 id="reminders">{labels.remindersTitle}</h2>
      <CheckboxField
        label={labels.reminders}
        name="wants_reminders"
        hint={labels.remindersHint}
        error={refusal}
        checked={asked ?? isOn ?? true}
        onChange={({ target }) => save(target.checked)}
      />
    </section>
  );
}
