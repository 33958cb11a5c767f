import type { ReactNode, FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { COUNTED_MATCHES, isUncounted } from '#domain/pages.ts';
import { ApiError } from '#app/api/api-error.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Button } from '#app/ui/button.tsx';
import { PageSize, PAGE_SIZES } from './page-size.tsx';
import { Pagination } from './pagination.tsx';
import css from './list-foot.module.css';
import type { List } from './use-list.ts';
import { listLabels } from './labels.ts';

type Props<Row> = {
  list: List<Row>;
  /** "submissions": used in the loading text and the label of the pagination. */
  label: string;
  /** Used if the specification gives a sentence. */
  loading?: string;
  /** The total as a sentence. */
  describeTotal: (total: number) => string;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Shown if the address asks for something that does not exist: a link to the whole list. */
  reset?: ReactNode;
  /** Shown beside the total: controls that filter or arrange the list. */
  beside?: ReactNode;
  /** The default number of rows per page, if people may choose another. */
  usualSize?: number;
  children: (rows: readonly Row[]) => ReactNode;
};

/** With at least this many pages, a page can be opened by its number. */
const MANY_PAGES = 8;

/** A list in each of its states: loading, failed, empty, filled. */
export function ListView<Row>({ describeTotal, beside, ...rest }: Props<Row>) {
  const { list } = rest;
  const isShown = !list.error && !list.isLoading;
  const total = (
    <p className={`${css.total} note`} role="status">
      {isShown && (beside || list.total > 0) ? sayTotal(list.total, describeTotal) : ''}
    </p>
  );
  return (
    <>
      {beside ? (
        <div className={`${css.line} row`}>
          {total}
          {beside}
        </div>
      ) : (
        total
      )}
      <ListBody {...rest} />
    </>
  );
}

const sayTotal = (total: number, describe: (total: number) => string): string =>
  isUncounted(total) ? `More than ${describe(COUNTED_MATCHES)}` : describe(total);

function ListBody<Row>({
  list,
  label,
  loading = `Loading ${label}`,
  empty,
  reset,
  usualSize,
  children,
}: Omit<Props<Row>, 'describeTotal' | 'beside'>) {
  if (list.error && isRefused(list.error) && reset)
    return <EmptyState message={list.error.message} action={reset} />;
  if (list.error) return <ErrorState message={list.error.message} onRetry={list.retry} />;
  if (list.isLoading) return <Skeleton label={loading} rows={6} isList />;
  if (list.total === 0) return empty;
  return (
    <>
      {children(list.rows)}
      <div className={`${css.foot} row`}>
        <Pagination page={list.page} pageCount={list.pageCount} label={`Pages of ${label}`} />
        {list.pageCount >= MANY_PAGES && <PageJump key={list.page} pageCount={list.pageCount} />}
        {usualSize !== undefined && list.total > PAGE_SIZES[0] && <PageSize usual={usualSize} />}
      </div>
    </>
  );
}

/** Retrying does not help if the API does not know a filter or sort. */
const isRefused = (error: Error): boolean => error instanceof ApiError && error.status === 422;

/** Opens a page by its number; a number past the end opens the last page. */
function PageJump({ pageCount }: { pageCount: number }) {
  const [, setSearch] = useSearchParams();
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = Number(new FormData(event.currentTarget).get('page'));
    if (!Number.isSafeInteger(asked) || asked < 1) return;
    setSearch((current) => {
      const next = new URLSearchParams(current);
      next.set('page', String(Math.min(asked, pageCount)));
      return next;
    });
  };
  return (
    <form className={css.jump} onSubmit={jump}>
      <label>
        {listLabels.jump}
        <input name="page" inputMode="numeric" autoComplete="off" maxLength={7} />
      </label>
      <Button type="submit" variant="secondary" isSmall>
        {listLabels.go}
      </Button>
    </form>
  );
}
