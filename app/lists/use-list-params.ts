import { useSearchParams } from 'react-router';

type ListParamChanges = Record<string, string | null>;

/**
 * The state of a list as its address has it. A change goes back to page 1 and replaces the address,
 * so that Back leaves the list.
 */
export function useListParams() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: ListParamChanges) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ page: null, ...changes })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { search, change };
}
