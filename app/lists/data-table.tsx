import type { CSSProperties, ReactNode, RefCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import css from './data-table.module.css';

export type Column<Row> = {
  /** The API's name of the sort field, if `isSortable`. */
  key: string;
  label: string;
  cell: (row: Row, index: number) => ReactNode;
  isSortable?: boolean;
  /** Figures are right-aligned. */
  isNumber?: boolean;
  /** The column that names the row: its row header, and the title of its card. */
  isTitle?: boolean;
  /** CSS width on a laptop; columns without one share the rest. */
  width?: string;
  /** Where given, a page on which no row has a value does without the column. */
  hasValue?: (row: Row) => boolean;
  /** Hidden if a tablet has no room for all columns. */
  isWideOnly?: boolean;
  /** Shown in the header instead of the label. */
  head?: ReactNode;
  /**
   * On a phone's card: with its label in sight, as figures are; as long text cut to what a line has
   * left; hidden; as buttons at the bottom; or in the corner beside the title.
   */
  onCard?: 'named' | 'rest' | 'hidden' | 'foot' | 'corner';
  /** For a layout of its own. */
  className?: string | undefined;
};

type Props<Row> = {
  /** Read out by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string;
  /** The sort if the address has none: 'field' or '-field'. */
  defaultSort?: string;
  /** True while newer rows are loading; the old ones stay readable. */
  isStale?: boolean;
};

/**
 * On a laptop dense, with a sticky header and rows of one line; below 640 px each row is a card.
 * The sort is in the address.
 */
export function DataTable<Row>({
  caption,
  columns: all,
  rows,
  rowKey,
  rowClass,
  defaultSort,
  isStale,
}: Props<Row>) {
  const columns = all.filter(({ hasValue }) => !hasValue || rows.some(hasValue));
  return (
    <div className={css.room} ref={watchRoom}>
      <table className={css.table} aria-busy={isStale || undefined} style={leastWidth(columns)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} defaultSort={defaultSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)} className={rowClass?.(row) || undefined}>
              {columns.map((column) => {
                const Cell = column.isTitle ? 'th' : 'td';
                const content = column.cell(row, index);
                return (
                  <Cell
                    key={column.key}
                    scope={column.isTitle ? 'row' : undefined}
                    data-label={column.label}
                    data-none={content === '–' || undefined}
                    onPointerEnter={nameWhole}
                    onFocus={nameWhole}
                    className={classNames(
                      column.isNumber && css.number,
                      column.isTitle && css.title,
                      column.isWideOnly && css.wideOnly,
                      column.onCard && css[column.onCard],
                      isControl(column) && css.control,
                      column.className,
                    )}
                  >
                    {content}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** However large the text, no column is squeezed to nothing. */
const leastWidth = <Row,>(columns: readonly Column<Row>[]): CSSProperties => {
  const widths = columns
    .filter(({ isWideOnly }) => !isWideOnly)
    .map(({ width = '' }) => (/rem\)?$/.test(width) ? width : '3rem'));
  return { '--least': `calc(${widths.join(' + ')})` } as CSSProperties;
};

/**
 * Notices when the columns need more room than there is, as with very large text: no media query
 * hears of text that alone is enlarged.
 */
const watchRoom: RefCallback<HTMLElement> = (room) => {
  const watcher = new ResizeObserver(() => {
    room!.removeAttribute('data-narrow');
    room!.toggleAttribute('data-narrow', room!.scrollWidth > room!.clientWidth + 1);
  });
  watcher.observe(room!);
  return () => watcher.disconnect();
};

/** Shows truncated text as the cell's title. */
function nameWhole({ currentTarget: cell }: { currentTarget: HTMLTableCellElement }): void {
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  if (isCut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** Only to be pressed or chosen, so it is not printed. */
const isControl = <Row,>({ onCard }: Column<Row>): boolean =>
  onCard === 'foot' || onCard === 'corner';

const ARROWS = { ascending: ' ↑', descending: ' ↓' };

function directionOf(sort: string | undefined, key: string): keyof typeof ARROWS | undefined {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : undefined;
}

function Head<Row>({ column, defaultSort }: { column: Column<Row>; defaultSort?: string }) {
  const [search] = useSearchParams();
  const props = {
    scope: 'col',
    className: classNames(
      column.isNumber && css.number,
      column.isWideOnly && css.wideOnly,
      isControl(column) && css.control,
    ),
    style: { width: column.width },
  } as const;
  if (!column.isSortable) {
    return <th {...props}>{column.head ?? column.label}</th>;
  }
  const sort = search.get('sort') ?? defaultSort;
  const direction = directionOf(sort, column.key);
  const next = new URLSearchParams(search);
  next.set('sort', direction === 'ascending' ? `-${column.key}` : column.key);
  next.delete('page');
  return (
    <th {...props} aria-sort={direction}>
      <Link to={`?${next}`} preventScrollReset className={css.sort}>
        <span>{column.label}</span>
        <span aria-hidden="true">{direction ? ARROWS[direction] : ''}</span>
      </Link>
    </th>
  );
}
