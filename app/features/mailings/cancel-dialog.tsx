import { useState } from 'react';
import type { Mailing } from '#domain/mailings/schema.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import fieldCss from '#app/ui/field.module.css';
import { focusHeading } from '#app/ui/focus-heading.ts';
import { toast } from '#app/ui/toast.tsx';
import { describeStop, describeStopped, mailingLabels as labels } from './labels.ts';
import { useCancelling } from './use-mailings.ts';

/** Says what has gone out already, before and after. */
export function CancelDialog({ mailing }: { mailing: Mailing }) {
  const [isAsking, setAsking] = useState(false);
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.cancelFailed);
  const cancel = useCancelling(mailing.id);
  const isPlanned = mailing.state === 'planned';
  const confirm = () =>
    run(async () => {
      const stopped = await cancel();
      toast.success(isPlanned ? labels.cancelled : describeStopped(stopped));
      focusHeading();
    });
  const close = () => {
    refuse(null);
    setAsking(false);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {isPlanned ? labels.cancel : labels.stop}
      </Button>
      <ConfirmDialog
        title={isPlanned ? labels.cancelQuestion : labels.stopQuestion}
        confirmLabel={isPlanned ? labels.cancel : labels.stop}
        cancelLabel={isPlanned ? labels.keep : labels.goOn}
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={close}
      >
        <p>{isPlanned ? labels.nobodyGets : describeStop(mailing)}</p>
        {problem && (
          <p className={fieldCss.error} role="alert">
            {problem.message}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
