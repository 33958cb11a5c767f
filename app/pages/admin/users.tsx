import { useState } from 'react';
import { PAGING } from '#domain/constants.ts';
import { USERS as SAYS } from '#domain/accounts/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { ListSearch } from '#app/lists/list-search.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useAddress } from '#app/lists/use-address.ts';
import { useList } from '#app/lists/use-list.ts';
import { fetchUsers } from '#app/features/users/use-users.ts';
import { UsersTable } from '#app/features/users/users-table.tsx';
import css from '#app/features/users/users.module.css';
import { describeTotal, ROLE_OPTIONS, words } from '#app/features/users/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SelectField } from '#app/ui/text-field.tsx';

export const meta = () => [{ title: words.title }];

/** /dashboard/admin/users: ten users a page, newest first. */
export default function Users() {
  const { search, change } = useAddress();
  const [problem, setProblem] = useState<string | null>(null);
  const list = useList({
    noun: queryKeys.users,
    query: pickParameters(search, ['q', 'role', 'sort']),
    pageSize: PAGING.users,
    fetchPage: fetchUsers,
  });
  const all = (
    <LinkButton to="?" variant="secondary">
      {words.clear}
    </LinkButton>
  );
  return (
    <>
      <PageHeading
        title={words.title}
        actions={<LinkButton to={paths.createAdmin}>{words.create}</LinkButton>}
      />
      <div className={css.filters}>
        <ListSearch label={words.search} placeholder={words.searchHint} />
        <SelectField
          label={words.role}
          name="role"
          aria-required={undefined}
          isOptional={false}
          options={ROLE_OPTIONS}
          placeholder={words.all}
          value={search.get('role') ?? ''}
          onChange={({ target }) => change({ role: target.value })}
        />
      </div>
      {problem && <Notice title={problem} tone="bad" />}
      <ListView
        list={list}
        label="users"
        describeTotal={describeTotal}
        empty={<EmptyState message={SAYS.empty} action={all} />}
        reset={all}
      >
        {(rows) => <UsersTable rows={rows} isStale={list.isStale} onError={setProblem} />}
      </ListView>
    </>
  );
}
