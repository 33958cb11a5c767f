import { formatShortDate } from '#domain/dates.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { useProfile } from '#app/session/use-session.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { ActiveToggle } from './active-toggle.tsx';
import { RoleSelect } from './role-select.tsx';
import css from './users.module.css';
import { userLabels } from './labels.ts';

type Props = {
  rows: readonly UserRow[];
  isStale: boolean;
  onError: (message: string | null) => void;
};

/** Newest first, a role dropdown and an active toggle in each row; both rest in the own one. */
export function UsersTable({ rows, isStale, onError }: Props) {
  const { id: ownId } = useProfile();
  const columns: Column<UserRow>[] = [
    {
      key: 'first_name',
      label: userLabels.name,
      isTitle: true,
      isSortable: true,
      cell: (user) => (
        <>
          {user.first_name} {user.last_name}{' '}
          {user.id === ownId && <span className={css.you}>({userLabels.you})</span>}
        </>
      ),
    },
    {
      key: 'email',
      label: userLabels.email,
      isTyped: true,
      isSortable: true,
      cell: (user) => <span className={css.email}>{user.email}</span>,
    },
    { key: 'phone_number', label: userLabels.phone, cell: (user) => user.phone_number },
    { key: 'region', label: userLabels.region, isSortable: true, cell: (user) => user.region },
    {
      key: 'created_at',
      label: userLabels.joined,
      isSortable: true,
      cell: (user) => <time dateTime={user.created_at}>{formatShortDate(user.created_at)}</time>,
    },
    {
      key: 'role',
      label: userLabels.role,
      isSortable: true,
      cell: (user) => <RoleSelect user={user} isOwn={user.id === ownId} onError={onError} />,
    },
    {
      key: 'is_active',
      label: userLabels.status,
      isSortable: true,
      cell: (user) => <ActiveToggle user={user} isOwn={user.id === ownId} onError={onError} />,
    },
  ];
  return (
    <div className={css.table}>
      <DataTable
        caption={userLabels.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        defaultSort="-created_at"
        isStale={isStale}
      />
    </div>
  );
}
