import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { rankingLabels as labels } from './result-labels.ts';
import css from './ranking.module.css';

type Props = {
  rows: readonly RankedEntry[];
  /** The line is drawn below the last of them; null where the list is filtered. */
  places: number | null;
  isStale: boolean;
  /** Without it, nobody's reviews can be read. */
  onRead: ((entry: RankedEntry) => void) | undefined;
};

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

export const nameOf = ({ business_name: name, code }: RankedEntry): string => name ?? code;

const COLUMNS: Column<RankedEntry>[] = [
  {
    key: 'rank',
    label: labels.rank,
    width: '3rem',
    isNumber: true,
    cell: ({ rank }) => rank ?? '–',
  },
  { key: 'code', label: labels.code, width: '4.2rem', onCard: 'named', cell: ({ code }) => code },
  {
    key: 'business',
    label: labels.business,
    isTitle: true,
    cell: (row) => <MarkedName row={row} />,
  },
  {
    key: 'reviews',
    label: labels.reviews,
    width: '4.6rem',
    isNumber: true,
    cell: ({ reviews }) => reviews,
  },
  {
    key: 'mean',
    label: labels.mean,
    width: '4rem',
    isNumber: true,
    cell: ({ mean }) => figure(mean),
  },
  {
    key: 'score',
    label: labels.score,
    width: '4rem',
    isNumber: true,
    cell: ({ score }) => figure(score),
  },
  {
    key: 'error',
    label: labels.spread,
    width: '8.4rem',
    cell: (entry) => <Whisker entry={entry} />,
  },
  {
    key: 'flags',
    label: labels.flags,
    width: '7rem',
    isWideOnly: true,
    hasValue: (row) => flagsOf(row) !== '',
    cell: flagsOf,
  },
  {
    key: 'outcome',
    label: labels.outcome,
    width: '6.4rem',
    cell: ({ outcome }) =>
      outcome ? (
        <Badge tone={outcome === 'selected' ? 'good' : 'plain'}>{labels.outcomes[outcome]}</Badge>
      ) : (
        labels.undecided
      ),
  },
];

/** The order by score: mean and score side by side, the error as a whisker, near ones banded. */
export function RankingTable({ rows, places, isStale, onRead }: Props) {
  return (
    <div className={classNames(rowCss.table, css.ranking)}>
      <DataTable
        caption={labels.caption}
        columns={onRead ? [...COLUMNS, readColumn(onRead)] : COLUMNS}
        rows={rows}
        rowKey={({ code }) => code}
        rowClass={({ rank, is_near: isNear }) =>
          classNames(isNear && css.near, rank !== null && rank === places && css.lastPlace)
        }
        isStale={isStale}
      />
    </div>
  );
}

const readColumn = (onRead: (entry: RankedEntry) => void): Column<RankedEntry> => ({
  key: 'read',
  label: labels.actions,
  width: '4.2rem',
  onCard: 'foot',
  cell: (entry) => (
    <span className={rowCss.actions}>
      <Button
        variant="quiet"
        isSmall
        data-row={entry.code}
        aria-label={`${labels.read}: ${nameOf(entry)}`}
        onClick={() => onRead(entry)}
      >
        {labels.actions}
      </Button>
    </span>
  ),
});

function flagsOf({ flags, is_near: isNear }: RankedEntry): string {
  const all = [...(isNear ? [labels.near] : []), ...flags.map((flag) => labels[flag])];
  return all.join(', ');
}

type Marked = Pick<RankedEntry, 'proposal_id' | 'business_name' | 'notes' | 'has_duplicate'>;

/** Its name, and what to look at before it is decided. */
export function MarkedName({ row }: { row: Marked }) {
  const { proposal_id: id, business_name: name, notes, has_duplicate: hasDuplicate } = row;
  const marks = [notes > 0 && labels.notes(notes), hasDuplicate && labels.duplicate];
  const shown = marks.filter(Boolean).join(', ');
  return (
    <span className={css.name}>
      {id ? <Link to={paths.submission({ id })}>{name}</Link> : <span>{labels.erased}</span>}
      {shown && <small>{` ${shown}`}</small>}
    </span>
  );
}

/** Where the score lies between 0 and 100, and how far it may be off. */
function Whisker({ entry: { score, error } }: { entry: RankedEntry }) {
  if (score === null) return null;
  const place = { '--at': score, '--off': error ?? 0 } as CSSProperties;
  return (
    <span className={css.measured}>
      <span className={css.whisker} style={place} aria-hidden="true" />
      {error !== null && <small>{labels.error(error)}</small>}
    </span>
  );
}
