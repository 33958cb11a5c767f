import { useId } from 'react';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import css from './proposal-actions.module.css';
import { ownLabels } from './labels.ts';
import { useDeleteProposal } from '../use-own-proposals.ts';

/** Briefly why editing and deleting are disabled; null while they are enabled. */
function describeLock(locked: ListedProposal['locked']): string | null {
  if (locked === null) return null;
  return locked === 'deadline_passed' ? PROPOSAL.deadlinePassed : ownLabels.approvedHint;
}

type Props = { proposal: ListedProposal; isInList?: boolean; onDeleted?: () => void };

/**
 * View, edit and delete. The server decides what is locked; a locked action stays visible,
 * disabled, with its reason.
 */
export function ProposalActions({
  proposal: { id, business_name, locked },
  isInList = false,
  onDeleted,
}: Props) {
  const { mutateAsync } = useDeleteProposal();
  const hintId = useId();
  const hint = describeLock(locked);
  const look = isInList
    ? ({ variant: 'quiet', isSmall: true } as const)
    : ({ variant: 'secondary' } as const);
  const off = {
    'aria-disabled': true,
    'aria-describedby': hintId,
    title: hint ?? undefined,
  } as const;
  return (
    <div className={classNames(css.actions, 'no-print', 'row', isInList && css.inList)}>
      {isInList && (
        <LinkButton
          to={paths.ownProposal({ id })}
          {...look}
          aria-label={`${ownLabels.view}: ${business_name}`}
        >
          {ownLabels.view}
        </LinkButton>
      )}
      {hint ? (
        <>
          <Button {...look} {...off} aria-label={`${ownLabels.edit}: ${business_name}`}>
            {ownLabels.edit}
          </Button>
          <Button {...look} {...off} aria-label={`${ownLabels.delete}: ${business_name}`}>
            {ownLabels.delete}
          </Button>
          {/* What is beside it says the same at length. */}
          <span id={hintId} className="visually-hidden">
            {hint}
          </span>
        </>
      ) : (
        <>
          <LinkButton
            to={paths.editProposal({ id })}
            {...look}
            aria-label={`${ownLabels.edit}: ${business_name}`}
          >
            {ownLabels.edit}
          </LinkButton>
          <DeleteButton
            {...look}
            name={business_name}
            question={PROPOSAL.confirmDelete}
            done={PROPOSAL.deleted}
            remove={() => mutateAsync(id)}
            {...(onDeleted && { onDeleted })}
          />
        </>
      )}
    </div>
  );
}
