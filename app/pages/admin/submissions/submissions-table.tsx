import { Link } from 'react-router';
import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { DecisionBadge, StageBadge } from '#app/features/proposals/stage-badge.tsx';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { selectColumn, type Selecting } from '#app/lists/select-column.tsx';
import { classNames } from '#app/ui/class-names.ts';
import rowCss from '#app/lists/row-table.module.css';
import { proposalPath } from '#app/features/submissions/filters.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';
import { LabelBadge } from '#app/features/labels/label-badge.tsx';
import { threadLabels } from '#app/features/threads/labels.ts';
import { Badge } from '#app/ui/badge.tsx';
import css from './submissions-table.module.css';
import { listDeskLabels } from './labels.ts';

type SubmissionColumn = Column<ListedProposal> & {
  /** Shown by default. */ isUsual?: boolean;
};

const date = (instant: string) => <time dateTime={instant}>{formatShortDate(instant)}</time>;

/** All optional columns beside the business, in order. */
export const SUBMISSION_COLUMNS: readonly SubmissionColumn[] = [
  {
    key: 'program',
    label: submissionLabels.program,
    width: 'var(--program, 14%)',
    isSortable: true,
    isUsual: true,
    cell: (row) => row.program.title,
  },
  {
    key: 'applicant',
    onCard: 'hidden',
    label: submissionLabels.applicant,
    width: '11%',
    isWideOnly: true,
    isSortable: true,
    isUsual: true,
    cell: (row) => `${row.applicant.first_name} ${row.applicant.last_name}`,
  },
  {
    key: 'business_sector',
    onCard: 'hidden',
    label: submissionLabels.sector,
    width: 'var(--sector, 9%)',
    isWideOnly: true,
    isSortable: true,
    isUsual: true,
    cell: (row) => row.business_sector,
  },
  {
    key: 'region',
    onCard: 'hidden',
    label: submissionLabels.region,
    width: '8.5%',
    isWideOnly: true,
    isSortable: true,
    isUsual: true,
    cell: (row) => row.region,
  },
  {
    key: 'business_location',
    label: submissionLabels.location,
    width: '11%',
    isWideOnly: true,
    cell: (row) => row.business_location,
  },
  {
    key: 'funding_stage',
    label: submissionLabels.stage,
    width: '9rem',
    className: css.standing,
    isSortable: true,
    isUsual: true,
    cell: (row) => <StageBadge stage={row.funding_stage} />,
  },
  {
    key: 'is_approved',
    label: submissionLabels.status,
    width: 'var(--status, 8.4rem)',
    className: css.standing,
    isSortable: true,
    isUsual: true,
    cell: (row) => <DecisionBadge decision={row.decision} />,
  },
  {
    key: 'decided_by',
    label: submissionLabels.decider,
    width: '9%',
    isWideOnly: true,
    hasValue: (row) => Boolean(row.decided_by_name),
    cell: (row) => row.decided_by_name ?? '–',
  },
  {
    key: 'assigned_to',
    label: submissionLabels.assignee,
    width: '9%',
    isWideOnly: true,
    hasValue: (row) => Boolean(row.assigned_to_name),
    cell: (row) => row.assigned_to_name ?? '–',
  },
  {
    key: 'flagged',
    label: submissionLabels.flag,
    width: '4.5rem',
    isWideOnly: true,
    hasValue: (row) => row.flagged === true,
    cell: (row) => (row.flagged ? submissionLabels.flagged : '–'),
  },
  {
    key: 'deadline_date',
    label: submissionLabels.deadline,
    width: '6.2rem',
    isWideOnly: true,
    isSortable: true,
    cell: (row) => date(row.program.deadline_date),
  },
  {
    key: 'created_at',
    label: submissionLabels.submitted,
    width: '6rem',
    isSortable: true,
    isUsual: true,
    cell: (row) => date(row.created_at),
  },
];

export const USUAL_COLUMNS = SUBMISSION_COLUMNS.filter(({ isUsual }) => isUsual).map(
  ({ key }) => key,
);

type Props = {
  rows: readonly ListedProposal[];
  /** The list's address, passed on to each proposal. */ list: string;
  /** Rows before the first one shown. */ skip: number;
  columns: readonly string[];
  /** Null: nobody may select rows. */ selecting: Selecting | null;
  isStale: boolean;
};

/** One row per submission: chosen columns, bold until the caller has read it. */
export function SubmissionsTable({ rows, list, skip, columns, selecting, isStale }: Props) {
  // The reading of those who change nothing marks nothing.
  const isRead = (row: ListedProposal) => row.is_read || !selecting;
  const business: SubmissionColumn = {
    key: 'business_name',
    label: submissionLabels.business,
    isTitle: true,
    isSortable: true,
    cell: (row, index) => (
      <span>
        {row.flagged && (
          <span className={css.flag} role="img" aria-label={submissionLabels.flagged}>
            ⚑
          </span>
        )}
        <Link
          to={proposalPath(row.id, list, skip + index + 1)}
          className={isRead(row) ? css.read : css.unread}
        >
          {row.business_name}
        </Link>
        {row.changed_since_read && (
          <small className={css.changed}>{submissionLabels.changed}</small>
        )}
        {!isRead(row) && <span className="visually-hidden">, {submissionLabels.unread}</span>}
        <ListedMarks proposal={row} isAdmin={selecting !== null} />
      </span>
    ),
  };
  const select = selecting
    ? [selectColumn<ListedProposal>(rows, selecting, (row) => row.business_name)]
    : [];
  const chosen = SUBMISSION_COLUMNS.filter(({ key }) => columns.includes(key));
  return (
    <div className={classNames(rowCss.table, css.table)}>
      <DataTable
        caption={submissionLabels.caption}
        columns={[...select, business, ...chosen]}
        rows={rows}
        rowKey={(row) => row.id}
        defaultSort="-created_at"
        isStale={isStale}
      />
    </div>
  );
}

type ListedMarksProps = {
  proposal: Pick<ListedProposal, 'labels' | 'unread_messages' | 'open_request'>;
  /** Others see labels only. */
  isAdmin: boolean;
};

/** What is new or asked for, and the labels; renders nothing if there is none of it. */
function ListedMarks({ proposal, isAdmin }: ListedMarksProps) {
  const { labels = [], unread_messages: unread, open_request: request } = proposal;
  const waits = isAdmin && (unread > 0 || request);
  if (!waits && labels.length === 0) return null;
  return (
    <small className={css.marks}>
      {isAdmin && unread > 0 && <Badge tone="wait">{threadLabels.unread(unread)}</Badge>}
      {isAdmin && request && (
        <span>{`${listDeskLabels.askedUntil} ${formatShortDateTime(request.due_at)}`}</span>
      )}
      {labels.map((label) => (
        <LabelBadge key={label.id} label={label} />
      ))}
    </small>
  );
}
