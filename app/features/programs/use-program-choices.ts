import { useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#domain/dates.ts';
import { MINUTE_MS } from '#domain/constants.ts';
import { api } from '#app/api/browser.ts';
import { listEvery } from '#app/api/every.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { tellApart } from '#app/ui/tell-apart.ts';

/** Every program by title, as options of a filter; empty while they load. */
export function useProgramChoices(): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: [queryKeys.programs, 'choices'],
    queryFn: ({ signal }) =>
      listEvery((range) => api.listPrograms({ sort: 'title', ...range }, { signal })),
    staleTime: MINUTE_MS,
  });
  return tellApart(
    data.map(({ id, title, deadline_date: deadline }) => ({
      value: id,
      label: title,
      detail: formatShortDate(deadline),
    })),
  );
}
