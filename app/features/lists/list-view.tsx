import type { ReactNode } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import css from './list-view.module.css';
import type { List } from './use-list.ts';

type Props<Row> = {
  list: List<Row>;
  /** "submissions": for the loading text and the pages' name. */
  label: string;
  /** Where the specification has a sentence for it. */
  loading?: string;
  /** How many there are, as a sentence. */
  describeTotal: (total: number) => string;
  /** What stands there without a row. */
  empty: ReactNode;
  /** What helps when the address asks for something that does not exist: a way back to the whole list. */
  reset?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list in each of its states: on its way, refused, empty, there. */
export function ListView<Row>({ list, label, loading = `Loading ${label}`, describeTotal, empty, reset, children }: Props<Row>) {
  const isShown = !list.error && !list.isLoading;
  return (
    <>
      <p className={css.total} role="status">
        {isShown && list.total > 0 ? describeTotal(list.total) : ''}
      </p>
      {list.error ? (
        isRefused(list.error) && reset ? <EmptyState message={list.error.message} action={reset} /> : <ErrorState message={list.error.message} onRetry={list.retry} />
      ) : list.isLoading ? (
        <Skeleton label={loading} rows={6} />
      ) : list.total === 0 ? (
        empty
      ) : (
        <>
          {children(list.rows)}
          <Pagination page={list.page} pageCount={list.pageCount} label={`Pages of ${label}`} />
        </>
      )}
    </>
  );
}

/** A filter or sort that the API does not know stays unknown however often it is asked. */
const isRefused = (error: Error): boolean => error instanceof ApiError && error.status === 422;
