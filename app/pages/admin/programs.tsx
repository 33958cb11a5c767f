import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { ProgramsTable } from '#app/features/programs/programs-table.tsx';
import { describeTotal, programLabels, SORTS } from '#app/features/programs/labels.ts';
import { useProfile } from '#app/session/use-session.ts';
import { mayOpen } from '#app/shell/screen-roles.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: programLabels.title }];

/** /dashboard/admin/manage-proposals: ten programs a page, the latest deadline first. */
export default function Programs() {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'sort']);
  const list = useList({
    noun: queryKeys.programs,
    query,
    pageSize: PAGING.programs,
    fetchPage: (asked, signal) => api.listPrograms(asked, { signal }),
  });
  const all = (
    <LinkButton to="?" variant="secondary">
      {programLabels.clear}
    </LinkButton>
  );
  const create = mayOpen(useProfile().role, paths.createProgram) && (
    <LinkButton to={paths.createProgram}>{programLabels.create}</LinkButton>
  );
  return (
    <>
      <PageHeading title={programLabels.title} actions={create} />
      <ListFilters placeholder={programLabels.searchHint} sorts={SORTS} />
      <ListView
        list={list}
        label="programs"
        describeTotal={describeTotal}
        empty={
          query['q'] ? (
            <EmptyState message={programLabels.noMatch} action={all} />
          ) : (
            <EmptyState message={PROGRAM.none} />
          )
        }
        reset={all}
      >
        {(rows) => <ProgramsTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
