import { formatShortDate } from '#domain/dates.ts';
import { DataTable, type Column } from './data-table.tsx';
import css from './row-table.module.css';

type Props<Row> = {
  /** Read out by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isStale: boolean;
  defaultSort?: string;
};

/** A list of items with ids, newest first unless the address says otherwise. */
export function RowTable<Row extends { id: string }>({
  defaultSort = '-created_at',
  ...props
}: Props<Row>) {
  return (
    <div className={css.table}>
      <DataTable {...props} rowKey={({ id }) => id} defaultSort={defaultSort} />
    </div>
  );
}

/** The day of creation. */
export const createdColumn = <Row extends { created_at: string }>(label: string): Column<Row> => ({
  key: 'created_at',
  label,
  width: '6.2rem',
  isSortable: true,
  cell: ({ created_at }) => <time dateTime={created_at}>{formatShortDate(created_at)}</time>,
});
