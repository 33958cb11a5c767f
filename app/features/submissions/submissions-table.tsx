import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { ApprovalBadge, StageBadge } from '#app/features/proposals/stage-badge.tsx';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { proposalPath } from './filters.ts';
import css from '#app/lists/row-table.module.css';
import { submissionLabels } from './labels.ts';

type Props = {
  rows: readonly ListedProposal[];
  filters: Record<string, string>;
  /** Rows before the first one shown. */ skip: number;
  isStale: boolean;
};

/** The columns of the export and what names a submission; each row leads to its proposal. */
export function SubmissionsTable({ rows, filters, skip, isStale }: Props) {
  const columns: Column<ListedProposal>[] = [
    {
      key: 'business_name',
      label: submissionLabels.business,
      isTitle: true,
      isSortable: true,
      cell: (row, index) => (
        <Link to={proposalPath(row.id, filters, skip + index + 1)}>{row.business_name}</Link>
      ),
    },
    {
      key: 'program',
      label: submissionLabels.program,
      width: '18%',
      isSortable: true,
      cell: (row) => row.program.title,
    },
    {
      key: 'applicant',
      label: submissionLabels.applicant,
      width: '12%',
      isSortable: true,
      cell: (row) => `${row.applicant.first_name} ${row.applicant.last_name}`,
    },
    {
      key: 'business_sector',
      label: submissionLabels.sector,
      width: '11%',
      isWideOnly: true,
      isSortable: true,
      cell: (row) => row.business_sector,
    },
    {
      key: 'region',
      label: submissionLabels.region,
      width: '10%',
      isWideOnly: true,
      isSortable: true,
      cell: (row) => row.region,
    },
    {
      key: 'funding_stage',
      label: submissionLabels.stage,
      width: '8.5rem',
      isSortable: true,
      cell: (row) => <StageBadge stage={row.funding_stage} />,
    },
    {
      key: 'is_approved',
      label: submissionLabels.status,
      width: '7rem',
      isSortable: true,
      cell: (row) => <ApprovalBadge isApproved={row.is_approved} />,
    },
    {
      key: 'created_at',
      label: submissionLabels.submitted,
      width: '6rem',
      isSortable: true,
      cell: (row) => <time dateTime={row.created_at}>{formatShortDate(row.created_at)}</time>,
    },
  ];
  return (
    <div className={css.table}>
      <DataTable
        caption={submissionLabels.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        defaultSort="-created_at"
        isStale={isStale}
      />
    </div>
  );
}
