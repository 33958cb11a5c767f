import { useQuery } from '@tanstack/react-query';
import { people } from '#app/features/users/people-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { linkLabels } from './link-labels.ts';

/** Undefined while it loads; a deleted person has a name too. */
export function usePersonName(id: string): string | undefined {
  const { data, error } = useQuery({
    queryKey: [queryKeys.users, 'one', id],
    queryFn: ({ signal }) => people.get(id, { signal }),
  });
  if (data) return `${data.first_name} ${data.last_name}`;
  return error ? linkLabels.unknownPerson : undefined;
}
