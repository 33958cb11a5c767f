import { useState } from 'react';
import { logOut, mayLoseText } from '#app/session/log-out.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { shellLabels } from './labels.ts';

/** Nothing of a person stays on the device, so whoever would lose a text is asked first. */
export function LogOutButton() {
  const [state, setState] = useState<'idle' | 'busy' | 'asking'>('idle');
  const end = async () => {
    setState('busy');
    await logOut();
  };
  const begin = async () => {
    setState('busy');
    if (await mayLoseText()) setState('asking');
    else await logOut();
  };
  return (
    <>
      <Button variant="secondary" isSmall isBusy={state === 'busy'} onClick={() => void begin()}>
        {shellLabels.logOut}
      </Button>
      <ConfirmDialog
        title={shellLabels.unsavedTitle}
        isOpen={state === 'asking'}
        confirmLabel={shellLabels.logOutAnyway}
        cancelLabel={shellLabels.stay}
        onConfirm={() => void end()}
        onCancel={() => setState('idle')}
      >
        {shellLabels.unsaved}
      </ConfirmDialog>
    </>
  );
}
