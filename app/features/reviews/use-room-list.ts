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

/** Rows that are loaded at once, and how many of them precede the open one. */
const PART = 60;
const BEFORE = 20;
/** Rows before the end at which the next part is fetched. */
const MARGIN = 8;

const keyOf = (list: ListAddress | null, origin: number) => [
  queryKeys.reviews,
  'list',
  list?.text,
  origin,
];

/**
 * The neighbours of this proposal in the list as it was when the reader arrived. Undefined while
 * loading, or without a list.
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

/**
 * Whether the proposal is outside of the loaded part: after using the browser's history, or before
 * its beginning.
 */
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
    // If this fails, the next step tries again.
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
