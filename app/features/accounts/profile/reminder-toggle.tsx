import { useState } from 'react';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { setProfile } from '#app/session/store.ts';
import { useProfile } from '#app/session/use-session.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import css from './own-account-screen.module.css';
import { ownAccountLabels as labels } from './labels.ts';

/** Whether mails remind of a deadline; saved as soon as it is changed. */
export function ReminderToggle() {
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
