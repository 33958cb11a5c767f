import type { Column } from './data-table.tsx';
import { listLabels } from './labels.ts';
import css from './select-column.module.css';

/** Which rows are selected, for bulk actions. */
export type Selecting = {
  isSelected: (id: string) => boolean;
  /** Selects or deselects these rows. */
  select: (ids: readonly string[], isSelected: boolean) => void;
};

/** A checkbox for each row, and one in the header for the whole page. */
export function selectColumn<Row extends { id: string }>(
  rows: readonly Row[],
  { isSelected, select }: Selecting,
  nameOf: (row: Row) => string,
): Column<Row> {
  const count = rows.filter(({ id }) => isSelected(id)).length;
  const isAll = rows.length > 0 && count === rows.length;
  return {
    key: 'select',
    label: listLabels.select,
    width: '2.3rem',
    onCard: 'corner',
    head: (
      <label className={css.box}>
        <input
          type="checkbox"
          aria-label={listLabels.selectPage}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll;
          }}
          onChange={() =>
            select(
              rows.map(({ id }) => id),
              !isAll,
            )
          }
        />
      </label>
    ),
    cell: (row) => (
      <label className={css.box}>
        <input
          type="checkbox"
          aria-label={`${listLabels.select}: ${nameOf(row)}`}
          checked={isSelected(row.id)}
          onChange={({ target }) => select([row.id], target.checked)}
        />
      </label>
    ),
  };
}
