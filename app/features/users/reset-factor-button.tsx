import { useState } from 'react';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { factorCalls } from '#app/api/factor-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { askForReset, resetLabelOf, userLabels } from './labels.ts';

type Props = { user: { id: string; first_name: string; last_name: string } };

/** For another admin who has lost passkey, phone and codes. Asks first. */
export default function ResetFactorButton({ user }: Props) {
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
          await factorCalls.reset(user.id);
          toast.success(FACTOR.reset);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
