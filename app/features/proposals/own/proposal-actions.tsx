import { useId } from 'react';
import { formatMoment } from '#domain/dates.ts';
import { PROPOSAL, WITHDRAWAL } from '#domain/proposals/messages.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import css from './proposal-actions.module.css';
import { describeChanges, ownLabels } from './labels.ts';
import { useDeleteProposal } from '../use-own-proposals.ts';

/** Briefly why editing and deleting are disabled; null while they are enabled. */
function describeLock(proposal: ListedProposal): string | null {
  if (proposal.locked === null) return null;
  // On its last day the deadline is still ahead.
  return proposal.locked === 'proposal_approved'
    ? ownLabels.approvedHint
    : describeChanges(proposal, serverNow());
}

type Props = { proposal: ListedProposal; isInList?: boolean; onDeleted?: () => void };

/**
 * View, edit and delete. The server decides what is locked; a locked action stays visible,
 * disabled, with its reason.
 */
export function ProposalActions({ proposal, isInList = false, onDeleted }: Props) {
  const { id, business_name, program, extended_until } = proposal;
  const { mutateAsync } = useDeleteProposal();
  const hintId = useId();
  const deadline = extended_until ?? program.deadline_date;
  const hint = describeLock(proposal);
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
          {proposal.my_role !== 'member' && (
            <DeleteButton
              {...look}
              name={business_name}
              question={`${PROPOSAL.confirmDelete} ${WITHDRAWAL.proposal} ${WITHDRAWAL.again(formatMoment(deadline))}`}
              done={PROPOSAL.deleted}
              remove={() => mutateAsync(id)}
              {...(onDeleted && { onDeleted })}
            />
          )}
        </>
      )}
    </div>
  );
}
