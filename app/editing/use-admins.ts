import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/browser.ts';
import { listEvery } from '#app/api/every.ts';
import { useProfile } from '#app/session/use-session.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { tellApart } from '#app/ui/tell-apart.ts';

/** Active admins by name, as choices; empty while loading, and for those who see no users. */
export function useAdmins(): { value: string; label: string }[] {
  const { role } = useProfile();
  const { data = [] } = useQuery({
    enabled: role === 'admin',
    queryKey: [queryKeys.users, 'admins'],
    queryFn: ({ signal }) =>
      listEvery((range) =>
        api.listUsers({ role: 'ADMIN', is_active: true, sort: 'last_name', ...range }, { signal }),
      ),
    staleTime: 60_000,
  });
  return tellApart(
    data.map(({ id, first_name: first, last_name: last, email }) => ({
      value: id,
      label: `${first} ${last}`,
      detail: email ?? '',
    })),
  );
}
