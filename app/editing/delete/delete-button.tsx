import { useState } from 'react';
import { Button, type ButtonLook } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import css from '#app/ui/field.module.css';
import { focusHeading } from '#app/ui/focus-heading.ts';
import { toast } from '#app/ui/toast.tsx';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { describeDeletion, describeRefusal, editingLabels } from '#app/editing/labels.ts';

type Props = ButtonLook & {
  /** Shown in the dialog. */
  name: string;
  question: string;
  /** Shown after the deletion. */
  done: string;
  /** Returns why it cannot be deleted, before anybody is asked; null if it can. */
  refuse?: () => Promise<string | null>;
  /** Also refreshes the lists; throws a refusal. */
  remove: () => Promise<unknown>;
  /**
   * By default the focus moves to the screen's heading, because the button disappears with its row.
   */
  onDeleted?: () => void;
};

/** Deletes one item after confirmation; a refusal is shown in the dialog. */
export function DeleteButton({
  name,
  question,
  done,
  refuse,
  remove,
  onDeleted = focusHeading,
  ...look
}: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const singleFlight = useSingleFlight();
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = async () => {
    setProblem(null);
    setBusy(true);
    // If there is no answer, the deletion itself will say so.
    setRefusal((await refuse?.().catch(() => null)) ?? null);
    setBusy(false);
    setAsking(true);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await remove();
      setAsking(false);
      toast.success(done);
      onDeleted();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        {...look}
        aria-label={`${editingLabels.delete}: ${name}`}
        onClick={() => void ask()}
        isBusy={isBusy && !isAsking}
      >
        {editingLabels.delete}
      </Button>
      <ConfirmDialog
        title={describeDeletion(name)}
        confirmLabel={editingLabels.delete}
        isOpen={isAsking && refusal === null}
        isBusy={isBusy}
        onConfirm={() => void singleFlight(confirm)}
        onCancel={() => setAsking(false)}
      >
        <p>{question}</p>
        {problem && (
          <p className={css.error} role="alert">
            {problem}
          </p>
        )}
      </ConfirmDialog>
      <Dialog
        title={describeRefusal(name)}
        isOpen={isAsking && refusal !== null}
        onClose={() => setAsking(false)}
        actions={<Button onClick={() => setAsking(false)}>{editingLabels.close}</Button>}
      >
        <p>{refusal}</p>
      </Dialog>
    </>
  );
}
