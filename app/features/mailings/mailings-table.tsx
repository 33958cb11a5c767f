import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import type { MailingState } from '#domain/mailings/rules.ts';
import type { Mailing } from '#domain/mailings/schema.ts';
import { paths } from '#app/paths.ts';
import type { Column } from '#app/lists/data-table.tsx';
import { RowTable } from '#app/lists/row-table.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { describeCounts, mailingLabels as labels, STATES, subjectOf } from './labels.ts';

const TONES = { planned: 'wait', sending: 'wait', sent: 'good', cancelled: 'plain' } as const;

export const StateBadge = ({ state }: { state: MailingState }) => (
  <Badge tone={TONES[state]}>{STATES[state]}</Badge>
);

const columns: Column<Mailing>[] = [
  {
    key: 'subject',
    label: labels.subject,
    isTitle: true,
    cell: (row) => <Link to={paths.mailing(row)}>{subjectOf(row)}</Link>,
  },
  {
    key: 'to',
    label: labels.to,
    width: '28%',
    isWideOnly: true,
    hasValue: (row) => row.to !== null,
    onCard: 'rest',
    cell: (row) => row.to ?? '–',
  },
  {
    key: 'state',
    label: labels.state,
    width: '7rem',
    cell: (row) => <StateBadge state={row.state} />,
  },
  { key: 'counts', label: labels.progress, width: '22%', cell: (row) => describeCounts(row) },
  {
    key: 'when',
    label: labels.when,
    width: '9rem',
    cell: ({ send_at, created_at: created }) => (
      <time dateTime={send_at ?? created}>{formatShortDateTime(send_at ?? created)}</time>
    ),
  },
];

type Props = { rows: readonly Mailing[]; isStale: boolean };

export const MailingsTable = ({ rows, isStale }: Props) => (
  <RowTable caption={labels.caption} columns={columns} rows={rows} isStale={isStale} />
);
