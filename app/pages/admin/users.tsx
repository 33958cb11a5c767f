import { useState } from 'react';
import { PAGING } from '#domain/constants.ts';
import { USERS } from '#domain/accounts/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { ListSearch } from '#app/lists/list-search.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useListParams } from '#app/lists/use-list-params.ts';
import { useList } from '#app/lists/use-list.ts';
import { fetchUsers } from '#app/features/users/use-users.ts';
import { UsersTable } from '#app/features/users/users-table.tsx';
import css from '#app/features/users/users.module.css';
import { describeTotal, ROLE_OPTIONS, userLabels } from '#app/features/users/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SelectField } from '#app/ui/text-field.tsx';

export const meta = () => [{ title: userLabels.title }];

/** /dashboard/admin/users: ten users a page, newest first. */
export default function Users() {
  const { search, change } = useListParams();
  const [problem, setProblem] = useState<string | null>(null);
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
      <div className={css.filters}>
        <ListSearch label={userLabels.search} placeholder={userLabels.searchHint} />
        <SelectField
          label={userLabels.role}
          name="role"
          aria-required={undefined}
          isOptional={false}
          options={ROLE_OPTIONS}
          placeholder={userLabels.all}
          value={search.get('role') ?? ''}
          onChange={({ target }) => change({ role: target.value })}
        />
      </div>
      {problem && <Notice title={problem} tone="bad" />}
      <ListView
        list={list}
        label="users"
        describeTotal={describeTotal}
        empty={<EmptyState message={USERS.empty} action={all} />}
        reset={all}
      >
        {(rows) => <UsersTable rows={rows} isStale={list.isStale} onError={setProblem} />}
      </ListView>
    </>
  );
}
