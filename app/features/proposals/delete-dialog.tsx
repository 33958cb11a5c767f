import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import css from '#app/ui/field.module.css';
import { toast } from '#app/ui/toast.tsx';
import { useDeleteProposal } from './use-own-proposals.ts';
import { deleteTitle, proposalLabels } from './labels.ts';

type Props = {
  /** The one to ask about; null: closed. */ proposal: Pick<
    Proposal,
    'id' | 'business_name'
  > | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a proposal goes, naming it; a refusal stands in the dialog. */
export function DeleteDialog({ proposal, onClose, onDeleted }: Props) {
  const remove = useDeleteProposal();
  const singleFlight = useSingleFlight();
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = async (id: string) => {
    try {
      await remove.mutateAsync(id);
      toast.success(PROPOSAL.deleted);
      close();
      onDeleted();
    } catch {
      // `remove.error` stands in the dialog.
    }
  };
  return (
    <ConfirmDialog
      title={deleteTitle(proposal?.business_name ?? '')}
      confirmLabel={proposalLabels.delete}
      isOpen={proposal !== null}
      isBusy={remove.isPending}
      onConfirm={() => void (proposal && singleFlight(() => confirm(proposal.id)))}
      onCancel={close}
    >
      <p>{PROPOSAL.confirmDelete}</p>
      {remove.error && (
        <p className={css.error} role="alert">
          {remove.error.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
