import { Link } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import type { Column } from '#app/lists/data-table.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import { useList } from '#app/lists/use-list.ts';
import { DecisionBadge } from '#app/features/proposals/stage-badge.tsx';
import { describeProposals, personLabels as labels } from './labels.ts';
import css from './user.module.css';

const columns: Column<ListedProposal>[] = [
  {
    key: 'business_name',
    label: labels.business,
    isTitle: true,
    cell: ({ id, business_name: name }) => <Link to={paths.submission({ id })}>{name}</Link>,
  },
  { key: 'program', label: labels.program, width: '28%', cell: ({ program }) => program.title },
  {
    key: 'funding_stage',
    label: labels.stage,
    width: '9rem',
    cell: ({ funding_stage: stage }) => formatStage(stage),
  },
  {
    key: 'decision',
    label: labels.decision,
    width: '9rem',
    cell: (proposal) => <DecisionBadge {...proposal} />,
  },
  { ...createdColumn<ListedProposal>(labels.submitted), isSortable: false },
];

/** The proposals of one person, newest first. Not fetched for admins, who have none. */
export function UserProposals({ userId, isApplicant }: { userId: string; isApplicant: boolean }) {
  const list = useList({
    noun: queryKeys.proposals,
    query: { applicant_id: userId },
    pageSize: PAGING.adminSubmissions,
    fetchPage: (query, signal) =>
      api.listAllProposals(query, { signal, fallback: labels.proposalsFailed }),
  });
  if (!isApplicant && list.total === 0 && !list.error) return null;
  return (
    <section className={css.wide} aria-labelledby="proposals">
      <h2 id="proposals">{labels.proposals}</h2>
      {list.total > 0 && (
        <Link to={paths.submissions({ applicant_id: userId })}>{labels.inTheList}</Link>
      )}
      <ListView
        list={list}
        label="proposals"
        describeTotal={describeProposals}
        empty={<p>{labels.noProposals}</p>}
      >
        {(rows) => (
          <RowTable
            caption={labels.proposals}
            columns={columns}
            rows={rows}
            isStale={list.isStale}
          />
        )}
      </ListView>
    </section>
  );
}
