import { useState } from 'react';
import { PROGRAM } from '#domain/programs/messages.ts';
import type { Program } from '#domain/programs/schema.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import css from '#app/ui/field.module.css';
import { toast } from '#app/ui/toast.tsx';
import { useDeleteProgram } from './use-programs.ts';
import { deleteTitle, words } from './words.ts';

/** Deletes one program after asking. One with proposals stays, and the dialog says why (409). */
export function DeleteProgram({ program }: { program: Program }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteProgram();
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  const confirm = () =>
    remove.mutate(program.id, {
      onSuccess: () => toast.success(PROGRAM.deleted),
      onError: (error) => toast.error(error.message),
    });
  return (
    <>
      <Button variant="quiet" isSmall aria-label={`${words.delete}: ${program.title}`} onClick={() => setAsking(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog title={deleteTitle(program.title)} confirmLabel={words.delete} isOpen={isAsking} isBusy={remove.isPending} onConfirm={confirm} onCancel={close}>
        {remove.error ? (
          <p className={css.error} role="alert">
            {remove.error.message}
          </p>
        ) : (
          <p>{words.deleteText}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
