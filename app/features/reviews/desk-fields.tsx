import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MINUTE_MS } from '#domain/durations.ts';
import { formatStage, stageChoices, type FundingStage } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { PAGING } from '#domain/constants.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { ReviewDialog } from '#app/features/submissions/review-dialog.tsx';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import css from './desk-fields.module.css';
import { roomLabels } from './labels.ts';
import type { Desk } from './use-desk.ts';

type Props = { proposal: Versioned<Proposal>; change: Desk['change'] };

/** Stage and assignee, each saved as it is chosen. */
export function DeskFields({ proposal, change }: Props) {
  const people = useAssignees(proposal);
  return (
    <div className={css.fields}>
      <label className={css.pick}>
        <span>{roomLabels.stage}</span>
        <select
          value={proposal.funding_stage}
          onChange={({ target }) => change({ funding_stage: target.value as FundingStage })}
        >
          {stageChoices(proposal.funding_stage).map((stage) => (
            <option key={stage} value={stage}>
              {formatStage(stage)}
            </option>
          ))}
        </select>
      </label>
      <label className={css.pick}>
        <span>{roomLabels.assignee}</span>
        <select
          value={proposal.assigned_to ?? ''}
          onChange={({ target }) => change({ assigned_to: target.value || null })}
        >
          <option value="">{roomLabels.nobody}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
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
  const { data } = useQuery({
    queryKey: [queryKeys.users, 'assignees'],
    queryFn: ({ signal }) =>
      api.listUsers({ role: 'admin', is_active: true, limit: PAGING.limit }, { signal }),
    staleTime: MINUTE_MS,
  });
  const mine = { id: me.id, name: roomLabels.me(`${me.first_name} ${me.last_name}`) };
  const others = (data?.items ?? [])
    .filter((person) => person.id !== me.id)
    .map((person) => ({ id: person.id, name: `${person.first_name} ${person.last_name}` }));
  const known = [mine, ...others];
  const isKnown = !id || known.some((person) => person.id === id);
  // Until the others are there nobody can be called inactive.
  return isKnown
    ? known
    : [...known, { id, name: data ? roomLabels.inactive(name ?? '') : (name ?? '') }];
}
