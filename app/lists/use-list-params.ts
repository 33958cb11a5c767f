import { useSearchParams } from 'react-router';

type ListParamChanges = Record<string, string | null>;

/**
 * The state of a list as its address has it. A change goes back to page 1; Back undoes it, unless
 * `isMore`: what only goes on with the change before it, as a second word of a search does.
 */
export function useListParams() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: ListParamChanges, isMore = false) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ page: null, ...changes })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: isMore, preventScrollReset: true },
    );
  return { search, change };
}
