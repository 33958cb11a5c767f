import { useState, type ReactNode } from 'react';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import css from '#app/ui/field.module.css';
import { userLabels, type AskedChange } from './labels.ts';

type Props = {
  asked: AskedChange | null;
  /** Throws a refusal. */
  change: () => Promise<void>;
  onClose: () => void;
  /** Fields that belong to the change. */
  children?: ReactNode;
};

/**
 * Asks for confirmation, because an arrow key in a select must not make somebody an admin; shows a
 * refusal.
 */
export function ChangeDialog({ asked, change, onClose, children }: Props) {
  const singleFlight = useSingleFlight();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    setProblem(null);
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await change();
      close();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title={asked?.title ?? ''}
      confirmLabel={asked?.confirmLabel ?? ''}
      cancelLabel={userLabels.cancel}
      isOpen={asked !== null}
      isBusy={isBusy}
      isDestructive={false}
      onConfirm={() => void singleFlight(confirm)}
      onCancel={close}
    >
      <p>{asked?.text}</p>
      {children}
      {problem && (
        <p className={css.error} role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}
