import type { ComponentProps, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { ListQuery, Page } from '#app/api/transport.ts';
import { pickParameters } from '#app/paths.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ClearFilters, ListFilters } from './list-filters.tsx';
import { ListView } from './list-view.tsx';
import { readPageSize } from './page-size.tsx';
import { useList, type List } from './use-list.ts';

type Props<Row> = {
  title: string;
  /** Buttons of the page. */
  actions?: ReactNode;
  /** First part of the query key; changes of the noun invalidate it. */
  noun: string;
  fetchPage: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  pageSize: number;
  /** Whether people may choose another number of rows. */
  isResizable?: boolean;
  /** None for a list that is never searched. */
  filters?: ComponentProps<typeof ListFilters>;
  /** Said when nothing matches. */
  noMatch?: string;
  /** Said when there is nothing at all, and what to do about it. */
  none: string;
  start?: ReactNode;
  children: (rows: readonly Row[], list: List<Row>) => ReactNode;
} & Pick<ComponentProps<typeof ListView<Row>>, 'label' | 'loading' | 'describeTotal'>;

/** The screen of a noun's list: search, filters, sort and page are in its address. */
export function ListScreen<Row>({
  title,
  actions,
  noun,
  fetchPage,
  pageSize,
  isResizable = false,
  filters,
  noMatch,
  none,
  start,
  children,
  ...view
}: Props<Row>) {
  const [search] = useSearchParams();
  const names = filters ? namesOf(filters) : [];
  const list = useList({
    noun,
    query: pickParameters(search, filters ? [...names, 'sort'] : []),
    pageSize: isResizable ? readPageSize(search, pageSize) : pageSize,
    fetchPage,
  });
  const isFiltered = Object.keys(pickParameters(search, names)).length > 0;
  const empty =
    isFiltered && noMatch ? (
      <EmptyState message={noMatch} action={<ClearFilters />} />
    ) : (
      <EmptyState message={none} action={start} />
    );
  return (
    <>
      <PageHeading title={title} actions={actions} />
      {filters && <ListFilters {...filters} />}
      <ListView
        {...view}
        list={list}
        empty={empty}
        reset={filters && <ClearFilters />}
        {...(isResizable && { usualSize: pageSize })}
      >
        {(rows) => children(rows, list)}
      </ListView>
    </>
  );
}

const namesOf = (filters: ComponentProps<typeof ListFilters>): string[] => {
  const { choices = [], days = [], more } = filters;
  return ['q', ...[...choices, ...days].map(({ name }) => name), ...(more?.names ?? [])];
};
