import { PAGING } from '#domain/constants.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { fetchUsers } from '#app/features/users/use-users.ts';
import { UsersTable } from '#app/features/users/users-table.tsx';
import { USERS } from '#domain/users/messages.ts';
import { describeTotal, ROLE_OPTIONS, SORTS, userLabels } from '#app/features/users/labels.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: userLabels.title }];

const FILTERS = {
  placeholder: userLabels.searchHint,
  choices: [{ name: 'role', label: userLabels.role, options: ROLE_OPTIONS }],
  sorts: SORTS,
};

/** /dashboard/admin/users: ten users a page, newest first. */
export default function Users() {
  return (
    <ListScreen
      title={userLabels.title}
      actions={<LinkButton to={paths.createAdmin}>{userLabels.create}</LinkButton>}
      noun={queryKeys.users}
      label="users"
      fetchPage={fetchUsers}
      pageSize={PAGING.users}
      filters={FILTERS}
      describeTotal={describeTotal}
      noMatch={USERS.empty}
      none={USERS.empty}
    >
      {(rows, { isStale }) => <UsersTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
