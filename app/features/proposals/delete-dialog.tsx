import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import css from '#app/ui/field.module.css';
import { toast } from '#app/ui/toast.tsx';
import { useDeleteProposal } from './use-own-proposals.ts';
import { deleteTitle, words } from './words.ts';

type Props = { /** The one to ask about; null: closed. */ proposal: Pick<Proposal, 'id' | 'business_name'> | null; onClose: () => void; onDeleted: () => void };

/** Asks before a proposal goes, naming it; a refusal stands in the dialog. */
export function DeleteDialog({ proposal, onClose, onDeleted }: Props) {
  const remove = useDeleteProposal();
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    proposal &&
    remove.mutate(proposal.id, {
      onSuccess: () => {
        toast.success(PROPOSAL.deleted);
        close();
        onDeleted();
      },
      onError: (error) => toast.error(error.message),
    });
  return (
    <ConfirmDialog title={deleteTitle(proposal?.business_name ?? '')} confirmLabel={words.delete} isOpen={proposal !== null} isBusy={remove.isPending} onConfirm={confirm} onCancel={close}>
      <p>{PROPOSAL.confirmDelete}</p>
      {remove.error && (
        <p className={css.error} role="alert">
          {remove.error.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
