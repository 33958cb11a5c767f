import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';

type ListParamChanges = Record<string, string | null>;

/**
 * The requested parameters while the location of this key is still displayed. A second change
 * during that time builds on the first: the router would build it on the displayed ones and lose
 * the first.
 */
let pending: { since: string; search: URLSearchParams } | undefined;

/**
 * The state of a list, from its address. A change returns to page 1. Back undoes it, unless
 * `isMore`: a continuation of the previous change, such as a second word of a search.
 */
export function useListParams() {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  useEffect(() => () => void (pending = undefined), [key]);
  const change = (changes: ListParamChanges, isMore = false) => {
    const next = new URLSearchParams(pending?.since === key ? pending.search : search);
    for (const [name, value] of Object.entries({ page: null, ...changes })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    pending = { since: key, search: next };
    setSearch(next, { replace: isMore, preventScrollReset: true });
  };
  return { search, change };
}
