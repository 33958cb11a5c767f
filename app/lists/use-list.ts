import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { pageToSkip } from '#domain/pages.ts';
import type { ListQuery, Page } from '#app/api/transport.ts';
import { useListUrlMemory } from '#app/storage/list-url-memory.ts';

type ListOptions<Row> = {
  /** First part of the query key; changes of the noun invalidate it. */
  noun: string;
  query: ListQuery;
  pageSize: number;
  fetchPage: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
};

/**
 * One page of a list, from its address. The previous page stays readable until the next has loaded;
 * a page past the end shows the last one.
 */
export function useList<Row>({ noun, query, pageSize, fetchPage }: ListOptions<Row>) {
  const [search, setSearch] = useSearchParams();
  useListUrlMemory();
  const { page, skip } = pageToSkip(search.get('page'), pageSize);
  const asked = { ...query, skip, limit: pageSize };
  const result = useQuery({
    queryKey: [noun, 'page', asked],
    queryFn: ({ signal }) => fetchPage(asked, signal),
    placeholderData: keepPreviousData,
  });
  const total = result.data?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const isPastEnd = result.isSuccess && !result.isPlaceholderData && page > pageCount;

  useEffect(() => {
    if (!isPastEnd) return;
    const toLastPage = (current: URLSearchParams) => {
      current.set('page', String(pageCount));
      return current;
    };
    setSearch(toLastPage, { replace: true, preventScrollReset: true });
  }, [isPastEnd, pageCount, setSearch]);

  return {
    rows: result.data?.items ?? [],
    total,
    page,
    pageCount,
    skip,
    isLoading: result.isPending || isPastEnd,
    isStale: result.isPlaceholderData,
    error: result.error,
    retry: () => void result.refetch(),
  };
}

export type List<Row> = ReturnType<typeof useList<Row>>;
