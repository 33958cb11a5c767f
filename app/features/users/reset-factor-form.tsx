import { useState } from 'react';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { api } from '#app/api/browser.ts';
import { useAdmins } from '#app/features/reviews/use-admins.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { askForReset, userLabels } from './labels.ts';
import css from './users.module.css';

/** For another admin who has lost passkey, phone and codes. Asks first; none without others. */
export function ResetFactorForm() {
  const { id: ownId } = useProfile();
  const others = useAdmins().filter(({ value }) => value !== ownId);
  const [picked, setPicked] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = others.find(({ value }) => value === picked) ?? others[0];
  if (!chosen) return null;
  return (
    <section className={css.lost} aria-labelledby="lost-factor">
      <h2 id="lost-factor">{userLabels.lostFactor}</h2>
      <p>{userLabels.lostFactorLead}</p>
      <div className={css.reset}>
        <SelectField
          label={userLabels.admin}
          name="admin"
          options={others}
          value={chosen.value}
          onChange={({ target }) => setPicked(target.value)}
        />
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {userLabels.resetFactor}
        </Button>
      </div>
      <ChangeDialog
        asked={isOpen ? askForReset(chosen.label) : null}
        change={async () => {
          const fallback = ACCOUNT_RULES.factorResetFailed;
          await api.resetSecondFactor(chosen.value, { fallback });
          toast.success(ACCOUNT_RULES.factorReset);
        }}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}
