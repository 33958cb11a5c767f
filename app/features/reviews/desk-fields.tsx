import { useState } from 'react';
import { formatStage, stageChoices, type FundingStage } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { ReviewDialog } from '#app/features/submissions/review-dialog.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { SavingSelect } from '#app/ui/saving-select.tsx';
import css from './desk-fields.module.css';
import { roomLabels } from './labels.ts';
import type { Desk } from './use-desk.ts';

export const ASSIGNEE_ID = 'field-assignee';

type Props = { proposal: Versioned<Proposal>; change: Desk['change'] };

/** Stage and assignee, each saved as it is chosen. */
export function DeskFields({ proposal, change }: Props) {
  const people = useAssignees(proposal);
  return (
    <div className={css.fields}>
      <label className={css.pick}>
        <span>{roomLabels.stage}</span>
        <SavingSelect
          key={proposal.id}
          value={proposal.funding_stage}
          onChoose={(stage) => change({ funding_stage: stage as FundingStage })}
        >
          {stageChoices(proposal.funding_stage).map((stage) => (
            <option key={stage} value={stage}>
              {formatStage(stage)}
            </option>
          ))}
        </SavingSelect>
      </label>
      <label className={css.pick}>
        <span>{roomLabels.assignee}</span>
        <SavingSelect
          key={proposal.id}
          id={ASSIGNEE_ID}
          value={proposal.assigned_to ?? ''}
          onChoose={(id) => change({ assigned_to: id || null })}
        >
          <option value="">{roomLabels.nobody}</option>
          {people.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SavingSelect>
      </label>
    </div>
  );
}

/** The specification's dialog. */
export function ReviewButton({ proposal }: Pick<Props, 'proposal'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" isSmall className={css.review} onClick={() => setOpen(true)}>
        {reviewLabels.review}
      </Button>
      <ReviewDialog proposal={proposal} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Active admins, the caller first; the current assignee always stays in the list. */
function useAssignees({ assigned_to: id, assigned_to_name: name }: Proposal) {
  const me = useProfile();
  const admins = useAdmins();
  const mine = { value: me.id, label: roomLabels.me(`${me.first_name} ${me.last_name}`) };
  const known = [mine, ...admins.filter(({ value }) => value !== me.id)];
  if (!id || known.some(({ value }) => value === id)) return known;
  // Until the others are there nobody can be called inactive.
  const isLoaded = admins.length > 0;
  return [
    ...known,
    { value: id, label: isLoaded ? roomLabels.inactive(name ?? '') : (name ?? '') },
  ];
}
