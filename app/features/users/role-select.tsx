import { useState } from 'react';
import { Link } from 'react-router';
import type { UserRow } from '#domain/accounts/schema.ts';
import { paths } from '#app/paths.ts';
import { SavingSelect } from '#app/ui/saving-select.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { useChangeRole } from './use-users.ts';
import css from './users.module.css';
import { USERS } from '#domain/users/messages.ts';
import { askForRole, GIVEN_ROLE_OPTIONS, userLabels } from './labels.ts';

type Props = { user: UserRow; isOwn: boolean };

/** Changes a role after confirmation; not one's own, nor a judge's, which an invitation gives. */
export function RoleSelect({ user, isOwn }: Props) {
  const { mutateAsync } = useChangeRole(user.id);
  const [picked, setPicked] = useState<string | null>(null);
  if (user.role === 'JUDGE')
    return (
      <Link to={paths.judge({ id: user.id })} className={css.judge}>
        {userLabels.roles.JUDGE}
      </Link>
    );
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <>
      <SavingSelect
        className={css.role}
        aria-label={`${userLabels.roleOf} ${name}`}
        value={picked ?? user.role}
        disabled={isOwn}
        onChoose={setPicked}
      >
        {GIVEN_ROLE_OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SavingSelect>
      <ChangeDialog
        asked={picked === null ? null : askForRole(name, picked)}
        change={async () => {
          await mutateAsync(picked!);
          toast.success(USERS.roleDone);
        }}
        onClose={() => setPicked(null)}
      />
    </>
  );
}
