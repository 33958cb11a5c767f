import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { ClearFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { ExportButton } from '#app/features/submissions/export-button.tsx';
import { FILTERS, isFiltered, readFilters } from '#app/features/submissions/filters.ts';
import { SubmissionFilters } from '#app/features/submissions/submission-filters.tsx';
import { SubmissionsTable } from '#app/features/submissions/submissions-table.tsx';
import { describeTotal, submissionLabels } from '#app/features/submissions/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => [{ title: submissionLabels.title }];

/**
 * /dashboard/admin/submissions: all proposals; search, filters, sort and page are in the address
 * and done by the server.
 */
export default function Submissions() {
  const [search] = useSearchParams();
  const [exportError, setExportError] = useState<string | null>(null);
  const filters = readFilters(search);
  const list = useList({
    noun: 'proposals',
    query: filters,
    pageSize: PAGING.adminSubmissions,
    fetchPage: (query, signal) =>
      api.listAllProposals(query, { signal, fallback: PROPOSAL.unknownError }),
  });
  const hasFilters = isFiltered(search);
  return (
    <>
      <PageHeading
        title={submissionLabels.title}
        actions={<ExportButton filters={filters} onError={setExportError} />}
      />
      {exportError && <Notice title={exportError} tone="bad" />}
      <SubmissionFilters />
      <ListView
        list={list}
        label="submissions"
        describeTotal={(total) => describeTotal(total, hasFilters)}
        empty={<Nothing hasFilters={hasFilters} />}
        reset={<LinkButton to="?">{submissionLabels.clear}</LinkButton>}
      >
        {(rows) => (
          <SubmissionsTable rows={rows} filters={filters} skip={list.skip} isStale={list.isStale} />
        )}
      </ListView>
    </>
  );
}

function Nothing({ hasFilters }: { hasFilters: boolean }) {
  if (hasFilters)
    return <EmptyState message={PROPOSAL.noMatch} action={<ClearFilters names={FILTERS} />} />;
  return (
    <EmptyState
      message={PROPOSAL.none}
      action={<LinkButton to={paths.programs}>{submissionLabels.showApplicants}</LinkButton>}
    />
  );
}
