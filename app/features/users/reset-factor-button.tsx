import { useState } from 'react';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { api } from '#app/api/browser.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { askForReset, resetLabelOf, userLabels } from './labels.ts';

type Props = { user: { id: string; first_name: string; last_name: string } };

/** For another admin who has lost passkey, phone and codes. Asks first. */
export function ResetFactorButton({ user }: Props) {
  const [isOpen, setOpen] = useState(false);
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <>
      <Button variant="quiet" isSmall aria-label={resetLabelOf(name)} onClick={() => setOpen(true)}>
        {userLabels.resetFactor}
      </Button>
      <ChangeDialog
        asked={isOpen ? askForReset(name) : null}
        change={async () => {
          await api.resetSecondFactor(user.id, { fallback: ACCOUNT_RULES.factorResetFailed });
          toast.success(ACCOUNT_RULES.factorReset);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
