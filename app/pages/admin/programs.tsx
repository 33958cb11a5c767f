import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { ListSearch } from '#app/lists/list-search.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { ProgramsTable } from '#app/features/programs/programs-table.tsx';
import { describeTotal, words } from '#app/features/programs/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: words.title }];

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
      {words.clear}
    </LinkButton>
  );
  const create = <LinkButton to={paths.createProgram}>{words.create}</LinkButton>;
  return (
    <>
      <PageHeading title={words.title} actions={create} />
      <ListSearch label={words.search} placeholder={words.searchHint} />
      <ListView
        list={list}
        label="programs"
        describeTotal={describeTotal}
        empty={
          query['q'] ? (
            <EmptyState message={words.noMatch} action={all} />
          ) : (
            <EmptyState message={PROGRAM.none} action={create} />
          )
        }
        reset={all}
      >
        {(rows) => <ProgramsTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
