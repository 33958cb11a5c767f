import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import type { Column } from '#app/lists/data-table.tsx';
import { RowTable } from '#app/lists/row-table.tsx';
import { describeProgress, roundLabels as labels } from './labels.ts';
import { RoundBadge } from './round-badge.tsx';

const COLUMNS: Column<Round>[] = [
  {
    key: 'name',
    label: labels.name,
    isTitle: true,
    isSortable: true,
    cell: (round) => <Link to={paths.round({ id: round.id })}>{round.name}</Link>,
  },
  {
    key: 'program_title',
    label: labels.program,
    width: '26%',
    cell: (round) => round.program_title,
  },
  {
    key: 'position',
    label: labels.position,
    width: '4.6rem',
    onCard: 'named',
    isSortable: true,
    cell: (round) => round.position,
  },
  {
    key: 'state',
    label: labels.state,
    width: '7rem',
    cell: (round) => <RoundBadge state={round.state} />,
  },
  {
    key: 'entries',
    label: labels.entries,
    width: '5.4rem',
    isNumber: true,
    isWideOnly: true,
    cell: ({ state, counts }) =>
      state === 'draft' ? '–' : counts!.entries.toLocaleString('en-GB'),
  },
  {
    key: 'reviews',
    label: labels.reviews,
    width: '6rem',
    onCard: 'named',
    isWideOnly: true,
    cell: ({ state, counts }) =>
      state === 'draft' ? '–' : describeProgress(counts!.submitted, counts!.reviews),
  },
  {
    key: 'closes_at',
    label: labels.closes,
    width: '6.5rem',
    onCard: 'named',
    cell: ({ closes_at: at }) => at && <time dateTime={at}>{formatShortDate(at)}</time>,
  },
];

type Props = { rows: readonly Round[]; isStale: boolean };

/** Newest first; a name leads to the round. */
export const RoundsTable = (props: Props) => (
  <RowTable caption={labels.caption} columns={COLUMNS} {...props} />
);
