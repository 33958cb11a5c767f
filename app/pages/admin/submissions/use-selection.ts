import { useState } from 'react';
import type { BulkTarget } from '#app/features/submissions/desk-calls.ts';
import type { Selecting } from '#app/lists/select-column.tsx';

/** Rows by their ids, across pages; or all rows that match the filters. */
export type Selection = Selecting & {
  count: number;
  isAll: boolean;
  target: BulkTarget;
  selectAll: () => void;
  clear: () => void;
};

type State = { of: string; ids: ReadonlySet<string>; isAll: boolean };

/**
 * If all matches are selected, they are in the order of the list; `sort` as in the API.
 *
 * Another search or filter clears the selection; another order or page keeps it. Deselecting one
 * row of all matches keeps the other rows of the page.
 */
export function useSelection(
  filters: Record<string, string>,
  {
    total,
    rows,
    sort,
  }: { total: number; rows: readonly { id: string }[]; sort?: string | undefined },
): Selection {
  const of = new URLSearchParams(filters).toString();
  const nothing: State = { of, ids: new Set(), isAll: false };
  const [state, setState] = useState(nothing);
  const { ids, isAll } = state.of === of ? state : nothing;
  return {
    count: isAll ? total : ids.size,
    isAll,
    target: isAll ? { filter: { ...filters, ...(sort && { sort }) } } : { ids: [...ids] },
    isSelected: (id) => isAll || ids.has(id),
    select: (chosen, isSelected) => {
      const next = new Set(isAll ? rows.map(({ id }) => id) : ids);
      for (const id of chosen) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      setState({ of, ids: next, isAll: false });
    },
    selectAll: () => setState({ of, ids: new Set(), isAll: true }),
    clear: () => setState(nothing),
  };
}
