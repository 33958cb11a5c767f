import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ListSearch } from '#app/lists/list-search.tsx';
import css from './round.module.css';

export type Filter = { label: string; query: Readonly<Record<string, string>> };
type Props = {
  /** Names the filters for screen readers. */ label: string;
  /** What can be searched for. */ hint: string;
  filters?: readonly Filter[];
  children?: ReactNode;
};

/** Search and filters on one line, so that the first row stays near the top. */
export function FindLine({ label, hint, filters = [], children }: Props) {
  return (
    <div className={`${css.find} row no-print`}>
      <ListSearch label={hint} placeholder={hint} />
      {filters.length > 0 && <Filters label={label} filters={filters} />}
      {children && <div>{children}</div>}
    </div>
  );
}

/** One of them at a time, in the address. */
export function Filters({ label, filters }: { label: string; filters: readonly Filter[] }) {
  const [search] = useSearchParams();
  const names = [...new Set(filters.flatMap(({ query }) => Object.keys(query)))];
  return (
    <ul className={`${css.filters} row`} aria-label={label}>
      {filters.map(({ label: text, query }) => {
        const next = new URLSearchParams(search);
        for (const name of [...names, 'page']) next.delete(name);
        for (const [name, value] of Object.entries(query)) next.set(name, value);
        const isCurrent = names.every((name) => (search.get(name) ?? '') === (query[name] ?? ''));
        return (
          <li key={text}>
            <Link to={`?${next}`} preventScrollReset aria-current={isCurrent ? 'true' : undefined}>
              {text}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
