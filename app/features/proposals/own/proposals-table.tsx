import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import { formatStage, INITIAL_STAGE } from '#domain/proposals/rules.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { ProposalActions } from './proposal-actions.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import rowCss from '#app/lists/row-table.module.css';
import css from './proposals-table.module.css';
import { DecisionBadge } from '../stage-badge.tsx';
import { DEFAULT_SORT, proposalLabels } from '../labels.ts';
import { describeChanges, ownLabels } from './labels.ts';
import { WaitingBadges } from './waiting-badges.tsx';

type Props = {
  proposals: readonly ListedProposal[];
  isStale: boolean;
};

/** The columns of spec §2.8, in cells of two lines; on a phone a row is a card of three. */
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
      className: css.name,
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
      width: 'var(--program, 12.5%)',
      isSortable: true,
      className: css.program,
      cell: ({ program }) => program.title,
    },
    {
      key: 'business_sector',
      label: proposalLabels.sector,
      width: 'var(--sector, 6.6rem)',
      isWideOnly: true,
      isSortable: true,
      className: css.sector,
      cell: ({ business_sector }) => business_sector,
    },
    {
      key: 'created_at',
      label: ownLabels.submitted,
      width: '5.9rem',
      isWideOnly: true,
      isSortable: true,
      className: css.submitted,
      cell: ({ created_at }) => <Since instant={created_at} now={now} />,
    },
    {
      key: 'funding_stage',
      label: ownLabels.stage,
      width: '8.2rem',
      isSortable: true,
      className: css.state,
      cell: ({ funding_stage, ...proposal }) => (
        <>
          <DecisionBadge {...proposal} isOwn />{' '}
          <span className={classNames('note', funding_stage === INITIAL_STAGE && css.unseen)}>
            {formatStage(funding_stage)}
          </span>
        </>
      ),
    },
    {
      key: 'deadline_date',
      label: ownLabels.deadline,
      width: 'var(--deadline, 9.4rem)',
      isSortable: true,
      className: css.deadline,
      cell: (proposal) => (
        <>
          <Day instant={proposal.extended_until ?? proposal.program.deadline_date} />{' '}
          <Editing proposal={proposal} now={now} />
        </>
      ),
    },
    {
      key: 'actions',
      label: ownLabels.actions,
      width: '8.9rem',
      onCard: 'foot',
      className: css.actions,
      cell: (proposal) => <ProposalActions proposal={proposal} isInList />,
    },
  ];
  return (
    <div className={classNames(rowCss.table, css.table)}>
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

/** The table, before its rows are there. */
export const ProposalsLoading = () => (
  <div className={css.loading}>
    <Skeleton label="Loading your proposals" isList />
  </div>
);

/** Until when it can be edited, or why it no longer can. */
function Editing({ proposal, now }: { proposal: ListedProposal; now: Date }) {
  const [, start, rest] = /^(You can )?(.*)$/.exec(describeChanges(proposal, now))!;
  return (
    <small className={css.editing}>
      {start && <span className="visually-hidden">{start}</span>}
      <span>{rest}</span>
    </small>
  );
}

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>{formatShortDate(instant)}</time>
);

/** A day whose year a phone leaves out as long as it is this one. */
function Since({ instant, now }: { instant: string; now: Date }) {
  const [, day, year] = /^(.*)( \d+)$/.exec(formatShortDate(instant))!;
  const isThisYear = formatShortDate(now).endsWith(year!);
  return (
    <time dateTime={instant}>
      <span>{day}</span>
      <span className={isThisYear ? css.unseen : undefined}>{year}</span>
    </time>
  );
}
