import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { USERS } from '#domain/accounts/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { fetchUsers } from '#app/features/users/use-users.ts';
import { UsersTable } from '#app/features/users/users-table.tsx';
import { describeTotal, ROLE_OPTIONS, SORTS, userLabels } from '#app/features/users/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: userLabels.title }];

/** /dashboard/admin/users: ten users a page, newest first. */
export default function Users() {
  const [search] = useSearchParams();
  const list = useList({
    noun: queryKeys.users,
    query: pickParameters(search, ['q', 'role', 'sort']),
    pageSize: PAGING.users,
    fetchPage: fetchUsers,
  });
  const all = (
    <LinkButton to="?" variant="secondary">
      {userLabels.clear}
    </LinkButton>
  );
  return (
    <>
      <PageHeading
        title={userLabels.title}
        actions={<LinkButton to={paths.createAdmin}>{userLabels.create}</LinkButton>}
      />
      <ListFilters
        placeholder={userLabels.searchHint}
        choices={[{ name: 'role', label: userLabels.role, options: ROLE_OPTIONS }]}
        sorts={SORTS}
      />
      <ListView
        list={list}
        label="users"
        describeTotal={describeTotal}
        empty={<EmptyState message={USERS.empty} action={all} />}
        reset={all}
      >
        {(rows) => <UsersTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
