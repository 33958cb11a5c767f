import { Link } from 'react-router';
import { formatPhone } from '#domain/accounts/phone-rules.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import type { Column } from '#app/lists/data-table.tsx';
import { ActiveToggle } from './active-toggle.tsx';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { RoleSelect } from './role-select.tsx';
import css from './users.module.css';
import { userLabels } from './labels.ts';

type Props = { rows: readonly UserRow[]; isStale: boolean };

/**
 * Newest first, with a role select and an active toggle in each row; both are disabled in one's
 * own.
 */
export function UsersTable({ rows, isStale }: Props) {
  const { id: ownId } = useProfile();
  const columns: Column<UserRow>[] = [
    {
      key: 'first_name',
      label: userLabels.name,
      isTitle: true,
      isSortable: true,
      cell: (user) => (
        <>
          <Link to={paths.user({ id: user.id })}>{`${user.first_name} ${user.last_name}`}</Link>{' '}
          {user.id === ownId && <span className={css.you}>({userLabels.you})</span>}
        </>
      ),
    },
    {
      key: 'email',
      label: userLabels.email,
      width: '23%',
      className: rowCss.whole,
      isSortable: true,
      cell: (user) => (user.email === null ? '–' : <EmailText address={user.email} />),
    },
    {
      key: 'phone_number',
      label: userLabels.phone,
      width: '7rem',
      isWideOnly: true,
      cell: (user) => formatPhone(user.phone_number),
    },
    {
      key: 'region',
      label: userLabels.region,
      width: '7.5rem',
      isWideOnly: true,
      isSortable: true,
      cell: (user) => user.region,
    },
    { ...createdColumn<UserRow>(userLabels.joined), onCard: 'named' },
    {
      key: 'role',
      label: userLabels.role,
      width: '7.5rem',
      isSortable: true,
      cell: (user) => <RoleSelect user={user} isOwn={user.id === ownId} />,
    },
    {
      key: 'is_active',
      label: userLabels.status,
      width: '8rem',
      isSortable: true,
      cell: (user) => <ActiveToggle user={user} isOwn={user.id === ownId} />,
    },
  ];
  return <RowTable caption={userLabels.caption} columns={columns} rows={rows} isStale={isStale} />;
}
