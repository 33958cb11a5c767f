import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Progress } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Button } from '#app/ui/button.tsx';
import { panelLabels as labels } from './labels.ts';
import { isOver } from './tabs.ts';

type Props = {
  round: Round;
  rows: readonly Progress[];
  /** Without it, nobody can be taken out. */
  onRemove?: ((row: Progress) => void) | undefined;
  /** Without it, nobody can be reminded. */
  onRemind?: ((row: Progress) => void) | undefined;
};

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(2);

const count = (name: 'assigned' | 'submitted' | 'abstained' | 'conflicts'): Column<Progress> => ({
  key: name,
  label: name === 'conflicts' ? labels.conflictsColumn : labels[name],
  width: '6.5rem',
  isNumber: true,
  cell: (row) => row[name],
});

/** How far each judge is; once closed also how strict. */
export function PanelTable({ round, rows, onRemove, onRemind }: Props) {
  const columns: Column<Progress>[] = [
    {
      key: 'name',
      label: labels.name,
      isTitle: true,
      cell: ({ judge, ...standing }) => (
        <>
          <Link to={paths.judge({ id: judge.id })}>{judge.name}</Link>
          <WhyNothing {...standing} />
        </>
      ),
    },
    count('assigned'),
    count('submitted'),
    count('abstained'),
    count('conflicts'),
    {
      key: 'last_at',
      label: labels.last,
      width: '9rem',
      isWideOnly: true,
      cell: ({ last_at: at }) => (at ? <time dateTime={at}>{formatShortDateTime(at)}</time> : '–'),
    },
    ...(isOver(round.state) ? OVER : []),
    ...(onRemind ? [remindColumn(onRemind)] : []),
    ...(onRemove ? [removeColumn(round, onRemove)] : []),
  ];
  return (
    <div className={rowCss.table}>
      <DataTable
        caption={labels.caption}
        columns={columns}
        rows={rows}
        rowKey={({ judge }) => judge.id}
      />
    </div>
  );
}

/** Why a judge has nothing to read; nothing about those who can. */
function WhyNothing({ state, is_active: isActive }: Pick<Progress, 'state' | 'is_active'>) {
  const why = !isActive ? labels.inactive : state !== 'accepted' && labels.states[state];
  return why && <span className="note">{` ${why}`}</span>;
}

const OVER: Column<Progress>[] = (['mean', 'lean'] as const).map((name) => ({
  key: name,
  label: labels[name],
  width: '5rem',
  isNumber: true,
  cell: (row) => figure(row[name]),
}));

/** Whether the judge can still be reminded of something. */
export const owes = ({ is_active: isActive, assigned, submitted }: Progress): boolean =>
  isActive && assigned > submitted;

const remindColumn = (onRemind: (row: Progress) => void): Column<Progress> => ({
  key: 'remind',
  label: labels.remind,
  width: '6rem',
  onCard: 'foot',
  cell: (row) =>
    owes(row) && (
      <span className={rowCss.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={`${labels.remind}: ${row.judge.name}`}
          onClick={() => onRemind(row)}
        >
          {labels.remind}
        </Button>
      </span>
    ),
});

/** Who has left is listed with what they have done, and cannot be taken out again. */
const removeColumn = (
  { judge_ids: ids = [] }: Round,
  onRemove: (row: Progress) => void,
): Column<Progress> => ({
  key: 'remove',
  label: labels.remove,
  width: '6rem',
  onCard: 'foot',
  cell: (row) =>
    ids.includes(row.judge.id) ? (
      <span className={rowCss.actions}>
        <Button
          variant="quiet"
          isSmall
          aria-label={`${labels.remove}: ${row.judge.name}`}
          onClick={() => onRemove(row)}
        >
          {labels.remove}
        </Button>
      </span>
    ) : (
      labels.hasLeft
    ),
});
