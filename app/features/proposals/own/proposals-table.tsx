import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { ProposalActions } from './proposal-actions.tsx';
import { UNDECIDED } from '#domain/proposals/rules.ts';
import css from '#app/lists/row-table.module.css';
import ownCss from './proposals-table.module.css';
import { DecisionBadge, StageBadge } from '../stage-badge.tsx';
import { DEFAULT_SORT, proposalLabels } from '../labels.ts';
import { describeChanges, ownLabels } from './labels.ts';
import { WaitingBadges } from './waiting-badges.tsx';

type Props = {
  proposals: readonly ListedProposal[];
  isStale: boolean;
};

/** The columns of spec §2.8; a row is a card on a phone. */
export function ProposalsTable({ proposals, isStale }: Props) {
  const now = serverNow();
  const columns: Column<ListedProposal>[] = [
    {
      key: 'number',
      label: ownLabels.number,
      width: '1.4rem',
      isWideOnly: true,
      onCard: 'hidden',
      cell: (_, index) => index + 1,
    },
    {
      key: 'business_name',
      label: proposalLabels.businessName,
      isTitle: true,
      isSortable: true,
      cell: (proposal) => (
        <span>
          <Link to={paths.ownProposal(proposal)}>{proposal.business_name}</Link>
          <WaitingBadges proposal={proposal} />
        </span>
      ),
    },
    {
      key: 'program',
      label: proposalLabels.program,
      isSortable: true,
      cell: ({ program }) => program.title,
    },
    {
      key: 'business_sector',
      label: proposalLabels.sector,
      width: 'var(--sector, 7.5%)',
      isWideOnly: true,
      isSortable: true,
      cell: ({ business_sector }) => business_sector,
    },
    {
      key: 'created_at',
      label: ownLabels.submitted,
      width: '6.1rem',
      isWideOnly: true,
      isSortable: true,
      cell: ({ created_at }) => <Day instant={created_at} />,
    },
    {
      key: 'funding_stage',
      label: ownLabels.stage,
      width: '8.5rem',
      isSortable: true,
      // An approval is shown with the changes that it ends; a decline ends the stages.
      cell: ({ funding_stage, decision }) =>
        decision === 'declined' ? (
          <DecisionBadge decision={decision} />
        ) : (
          <span>
            <StageBadge stage={funding_stage} />
            {decision === 'undecided' && <span className={ownCss.undecided}>{UNDECIDED}</span>}
          </span>
        ),
    },
    {
      key: 'deadline_date',
      label: ownLabels.deadline,
      isWideOnly: true,
      width: '6.1rem',
      isSortable: true,
      cell: ({ program, extended_until: extended }) => (
        <Day instant={extended ?? program.deadline_date} />
      ),
    },
    {
      key: 'changes',
      label: ownLabels.changes,
      width: '8.8rem',
      cell: (proposal) => <Changes proposal={proposal} now={now} />,
    },
    {
      key: 'actions',
      label: ownLabels.actions,
      width: '8.9rem',
      onCard: 'foot',
      cell: (proposal) => <ProposalActions proposal={proposal} isInList />,
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

/** The column is called Changes, so only cards show the first words. */
function Changes({ proposal, now }: { proposal: ListedProposal; now: Date }) {
  const text = describeChanges(proposal, now);
  const [, start, rest] = /^(You can edit )?(.*)$/.exec(text)!;
  return (
    <span>
      {start && <span data-aside="">{start}</span>}
      <span>{rest}</span>
    </span>
  );
}

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>{formatShortDate(instant)}</time>
);
