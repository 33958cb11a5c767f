import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { paths } from '#app/paths.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { ClearFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { readPageSize } from '#app/lists/page-size.tsx';
import { useList } from '#app/lists/use-list.ts';
import { ExportButtons } from './export-button.tsx';
import {
  filtersIn,
  isFiltered,
  readFilters,
  readList,
  readNarrowing,
} from '#app/features/submissions/filters.ts';
import { SubmissionFilters } from './submission-filters.tsx';
import { SubmissionsTable } from './submissions-table.tsx';
import { useSummary } from '#app/features/submissions/use-summary.ts';
import { describeTotal, submissionLabels } from '#app/features/submissions/labels.ts';
import { readColumns, writeColumns } from '#app/storage/local-storage.ts';
import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { bulkRuns, useBulkRuns } from './bulk-runs.ts';
import { ColumnMenu, knownColumns } from './column-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { QuickFilters } from './quick-filters.tsx';
import type { BulkAction } from './selection-bar.tsx';
import { LIST_KEYS, useListKeys } from './use-list-keys.ts';
import { useSelection } from './use-selection.ts';
import { ViewMenu } from './view-menu.tsx';

export const meta = () => [{ title: submissionLabels.title }];

/** Loaded with the first selection. */
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'));
const loadUndo = () => import('./bulk-undo.tsx');

/** Loaded when somebody first changes several at once, with the undo, which lasts for seconds. */
const BulkDialog = lazy(() => {
  loadUndo().catch(() => undefined);
  return import('./bulk-dialog.tsx');
});
const BulkUndo = lazyPart(loadUndo);
const KeysDialog = lazyPart(() => import('#app/ui/keys-dialog.tsx'));

/**
 * /dashboard/admin/submissions: all proposals; the address holds search, filters, sort and page,
 * and the server applies them.
 */
export default function Submissions() {
  const [search] = useSearchParams();
  const [exportError, setExportError] = useState<string | null>(null);
  const [columns, setColumns] = useColumns();
  const [action, setAction] = useState<BulkAction | null>(null);
  const [isShowingKeys, setShowingKeys] = useState(false);
  useListKeys(() => setShowingKeys(true));
  const profile = useProfile();
  const isAdmin = profile.role === 'admin';
  const runs = useBulkRuns(profile.id);
  const filters = readFilters(search);
  const narrowing = readNarrowing(search);
  const hasFilters = isFiltered(search);
  const { data: summary } = useSummary(narrowing);
  const list = useList({
    noun: queryKeys.proposals,
    query: filters,
    pageSize: readPageSize(search, PAGING.adminSubmissions),
    fetchPage: (query, signal) =>
      api.listAllProposals(query, { signal, fallback: PROPOSAL.unknownError }),
  });
  const selection = useSelection(narrowing, {
    total: list.total,
    rows: list.rows,
    sort: filters.sort,
  });
  return (
    <>
      <PageHeading
        title={submissionLabels.title}
        actions={
          <>
            <ColumnMenu columns={columns} onChange={setColumns} />
            {isAdmin && (
              <>
                <ViewMenu />
                <ExportButtons filters={filters} onError={setExportError} />
                <ExportMenu filters={narrowing} total={list.total} isFiltered={hasFilters} />
              </>
            )}
          </>
        }
      />
      {exportError && <Notice title={exportError} tone="bad" />}
      {runs.length > 0 && (
        <Suspense>
          <BulkUndo runs={runs} store={bulkRuns} />
        </Suspense>
      )}
      <SubmissionFilters summary={summary} />
      <ListView
        list={list}
        label="submissions"
        describeTotal={(total) => describeTotal(total, hasFilters)}
        empty={<Nothing filters={hasFilters ? filtersIn(search) : null} />}
        reset={<LinkButton to="?">{submissionLabels.clear}</LinkButton>}
        beside={<QuickFilters summary={summary} />}
        usualSize={PAGING.adminSubmissions}
      >
        {(rows) => (
          <SubmissionsTable
            rows={rows}
            list={readList(search)}
            skip={list.skip}
            columns={columns}
            selecting={isAdmin ? selection : null}
            isStale={list.isStale}
          />
        )}
      </ListView>
      {isAdmin && selection.count > 0 && (
        <Suspense>
          <SelectionBar selection={selection} total={list.total} onAct={setAction} />
        </Suspense>
      )}
      {isShowingKeys && (
        <Suspense>
          <KeysDialog keys={LIST_KEYS} onClose={() => setShowingKeys(false)} />
        </Suspense>
      )}
      {action && (
        <Suspense>
          <BulkDialog
            action={action}
            selection={selection}
            onDone={(answer, sentAt) => bulkRuns.note(answer, { action, by: profile.id }, sentAt)}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const LIST = 'submissions';

function useColumns() {
  const [columns, setColumns] = useState(() => knownColumns(readColumns(LIST)));
  const choose = (keys: readonly string[] | null) => {
    writeColumns(LIST, keys);
    setColumns(knownColumns(keys && [...keys]));
  };
  return [columns, choose] as const;
}

function Nothing({ filters }: { filters: readonly string[] | null }) {
  if (filters)
    return <EmptyState message={PROPOSAL.noMatch} action={<ClearFilters names={filters} />} />;
  return (
    <EmptyState
      message={PROPOSAL.none}
      action={<LinkButton to={paths.programs}>{submissionLabels.toPrograms}</LinkButton>}
    />
  );
}
