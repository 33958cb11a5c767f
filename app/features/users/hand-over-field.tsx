import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { describeUndecided, userLabels } from './labels.ts';

type Props = { userId: string; onChoose: (heir: string | null) => void };

/** Offers what an admin has not decided to others; nothing if there is nothing. */
export function HandOverField({ userId, onChoose }: Props) {
  const admins = useAdmins().filter(({ value }) => value !== userId);
  const { data } = useQuery({
    queryKey: [queryKeys.proposals, 'undecided of', userId],
    queryFn: ({ signal }) =>
      api.listAllProposals({ assigned_to: userId, decision: 'undecided', limit: 0 }, { signal }),
  });
  if (!data || data.total === 0) return null;
  return (
    <SelectField
      label={userLabels.heir}
      name="assign_to"
      hint={describeUndecided(data.total)}
      placeholder={userLabels.noHeir}
      isOptional={false}
      options={admins}
      onChange={({ target }) => onChoose(target.value || null)}
    />
  );
}
