import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  /** Names what is about to happen: "Delete “Cocoa dryers”?" */
  title: string;
  /** The question in the specification's words. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isOpen: boolean;
  isBusy?: boolean;
  isDestructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isOpen,
  isBusy,
  isDestructive = true,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onCancel}
      actions={
        <>
          <Button
            variant="secondary"
            aria-disabled={isBusy || undefined}
            onClick={() => isBusy || onCancel()}
            autoFocus
          >
            {cancelLabel}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            isBusy={isBusy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
