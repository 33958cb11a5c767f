import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { ProposalActions } from './proposal-actions.tsx';
import css from './proposals-table.module.css';
import { StageBadge } from './stage-badge.tsx';
import { proposalLabels } from './labels.ts';

export const DEFAULT_SORT = '-created_at';

type Props = {
  proposals: readonly ListedProposal[];
  isStale: boolean;
  onDelete: (proposal: ListedProposal) => void;
};

/** The columns of spec §2.8; a row is a card on a phone. */
export function ProposalsTable({ proposals, isStale, onDelete }: Props) {
  const columns: Column<ListedProposal>[] = [
    {
      key: 'number',
      label: proposalLabels.number,
      onCard: 'hidden',
      cell: (_, index) => index + 1,
    },
    {
      key: 'business_name',
      label: proposalLabels.businessName,
      isTitle: true,
      isSortable: true,
      cell: ({ id, business_name }) => <Link to={paths.ownProposal({ id })}>{business_name}</Link>,
    },
    {
      key: 'program',
      label: proposalLabels.program,
      isTyped: true,
      isSortable: true,
      cell: ({ program }) => program.title,
    },
    {
      key: 'business_sector',
      label: proposalLabels.sector,
      isSortable: true,
      cell: ({ business_sector }) => business_sector,
    },
    {
      key: 'created_at',
      label: proposalLabels.submitted,
      isSortable: true,
      cell: ({ created_at }) => <Day instant={created_at} />,
    },
    {
      key: 'funding_stage',
      label: proposalLabels.stage,
      isSortable: true,
      cell: ({ funding_stage }) => <StageBadge stage={funding_stage} />,
    },
    {
      key: 'deadline_date',
      label: proposalLabels.deadline,
      isSortable: true,
      cell: ({ program }) => <Day instant={program.deadline_date} />,
    },
    {
      key: 'actions',
      label: proposalLabels.actions,
      onCard: 'foot',
      cell: (proposal) => (
        <ProposalActions proposal={proposal} isInList onDelete={() => onDelete(proposal)} />
      ),
    },
  ];
  return (
    <div className={css.table}>
      <DataTable
        caption={proposalLabels.listTitle}
        columns={columns}
        rows={proposals}
        rowKey={({ id }) => id}
        defaultSort={DEFAULT_SORT}
        isStale={isStale}
      />
    </div>
  );
}

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>{formatShortDate(instant)}</time>
);
