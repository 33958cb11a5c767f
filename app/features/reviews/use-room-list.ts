import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import {
  extendPart,
  nextStart,
  stepsOf,
  type ListAddress,
  type ListPart,
  type Steps,
} from './read-list.ts';

/** Rows that are known at once, and how many before the one that is open. */
const PART = 60;
const BEFORE = 20;
/** From the end, when the next part is asked for. */
const MARGIN = 8;

const keyOf = (list: ListAddress | null, origin: number) => [
  queryKeys.reviews,
  'list',
  list?.text,
  origin,
];

/**
 * The proposals before and after this one, in the list as it was when the reader came. Undefined
 * until it is known, or where there is no list.
 */
export function useRoomList(id: string, list: ListAddress | null): Steps | undefined {
  const [origin, setOrigin] = useState(list?.place ?? 1);
  const { data } = useQuery({
    queryKey: keyOf(list, origin),
    enabled: list !== null,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPart(list!, Math.max(0, origin - 1 - BEFORE), signal),
  });
  const steps = data && list ? stepsOf(data, id, list.place) : undefined;
  useExtending(list, origin, data !== undefined && isNearEnd(data, steps));
  if (list && origin !== list.place && data && isElsewhere(data, steps)) setOrigin(list.place);
  return steps;
}

/** Outside of what is known: by the browser's history, or back over its beginning. */
const isElsewhere = (part: ListPart, steps: Steps | undefined): boolean =>
  steps?.isListed === false || (part.start > 0 && steps?.place === part.start + 1);

const isNearEnd = ({ start, ids, total }: ListPart, steps: Steps | undefined): boolean =>
  start + ids.length < total && (steps?.place ?? 0) > start + ids.length - MARGIN;

function useExtending(list: ListAddress | null, origin: number, isWanted: boolean): void {
  const cache = useQueryClient();
  const isExtending = useRef(false);
  useEffect(() => {
    if (!list || !isWanted || isExtending.current) return;
    const extend = async () => {
      const key = keyOf(list, origin);
      const { total } = await api.listAllProposals({ ...list.filters, limit: 1 });
      const part = cache.getQueryData<ListPart>(key);
      if (!part) return;
      const { ids } = await fetchPart(list, nextStart(part, total));
      cache.setQueryData(key, extendPart(part, ids));
    };
    isExtending.current = true;
    // Without an answer the walk goes on with the next step.
    void extend()
      .catch(() => {})
      .finally(() => (isExtending.current = false));
  }, [cache, isWanted, list, origin]);
}

async function fetchPart(
  { filters }: ListAddress,
  skip: number,
  signal?: AbortSignal,
): Promise<ListPart> {
  const { items, total } = await api.listAllProposals(
    { ...filters, skip, limit: PART },
    { ...(signal && { signal }) },
  );
  return { start: skip, total, ids: items.map(({ id }) => id) };
}
