import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import { joinChoices } from '#domain/count-of.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import {
  DecisionBadge,
  StageBadge,
  StageOfApproved,
} from '#app/features/proposals/stage-badge.tsx';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { selectColumn, type Selecting } from '#app/lists/select-column.tsx';
import { classNames } from '#app/ui/class-names.ts';
import rowCss from '#app/lists/row-table.module.css';
import { proposalPath } from '#app/features/submissions/filters.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';
import { labelTexts } from '#app/features/labels/labels.ts';
import { LabelBadge } from '#app/features/labels/label-badge.tsx';
import { threadLabels } from '#app/features/threads/labels.ts';
import { Badge } from '#app/ui/badge.tsx';
import css from './submissions-table.module.css';
import { describeSeveral, listDeskLabels } from './labels.ts';

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
    cell: (row) => row.business_sector,
  },
  {
    key: 'region',
    onCard: 'hidden',
    label: submissionLabels.region,
    width: '10.5%',
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
    cell: (row) => <StageBadge stage={row.funding_stage} />,
  },
  {
    key: 'is_approved',
    label: submissionLabels.status,
    width: 'var(--status, 11.5rem)',
    className: css.standing,
    isSortable: true,
    isUsual: true,
    cell: (row) => (
      <>
        <DecisionBadge {...row} />
        <StageOfApproved {...row} />
        {row.is_announced === false && (
          <small className="note"> · {listDeskLabels.unannounced}</small>
        )}
      </>
    ),
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
    key: 'labels',
    label: labelTexts.title,
    width: '12%',
    isWideOnly: true,
    hasValue: (row) => (row.labels?.length ?? 0) > 0,
    cell: (row) => joinChoices(row.labels?.map(({ name }) => name) ?? []) || '–',
  },
  {
    key: 'receipt_number',
    label: listDeskLabels.receipt,
    width: '8.5rem',
    isWideOnly: true,
    cell: (row) => row.receipt_number ?? '–',
  },
  {
    key: 'unread_messages',
    label: listDeskLabels.unreadMessages,
    width: '6.5rem',
    isWideOnly: true,
    hasValue: (row) => row.unread_messages > 0,
    cell: (row) => row.unread_messages || '–',
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
      <span className={css.name}>
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

type Marked = Pick<
  ListedProposal,
  'labels' | 'unread_messages' | 'open_request' | 'possible_duplicate' | 'of_person'
>;
type ListedMarksProps = {
  proposal: Marked;
  /** Others see nothing of what waits for an admin. */
  isAdmin: boolean;
};

/**
 * What is new, asked for or doubtful, and the labels; renders nothing if there is none of it. A
 * line has room for the first of them and says how many more there are.
 */
function ListedMarks({ proposal, isAdmin }: ListedMarksProps) {
  const { labels = [] } = proposal;
  const waiting = isAdmin ? waitingOf(proposal) : [];
  const marks = [
    ...waiting,
    ...labels.map((label) => <LabelBadge key={label.id} label={label} />),
    ...doubtsOf(proposal).map((doubt) => <span key={doubt}>{doubt}</span>),
  ];
  if (marks.length === 0) return null;
  return (
    <small className={css.marks}>
      {marks}
      {marks.length > 1 && (
        <span className={css.more} aria-hidden="true">{`+${marks.length - 1}`}</span>
      )}
    </small>
  );
}

function waitingOf({ unread_messages: unread, open_request: request }: Marked): ReactNode[] {
  const due = request && formatShortDate(request.due_at);
  return [
    ...(unread > 0 ? [<Unread key="unread" count={unread} />] : []),
    ...(due ? [<span key="request">{`${listDeskLabels.askedUntil} ${due}`}</span>] : []),
  ];
}

const Unread = ({ count }: { count: number }) => (
  <Badge tone="wait">{threadLabels.unread(count)}</Badge>
);

/** What may have been sent twice. */
const doubtsOf = ({ possible_duplicate: isDoubtful, of_person: count = 1 }: Marked): string[] => [
  ...(isDoubtful ? [listDeskLabels.duplicate] : []),
  ...(count > 1 ? [describeSeveral(count)] : []),
];
