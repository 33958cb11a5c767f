import { useState } from 'react';
import { USERS } from '#domain/accounts/messages.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { SavingSelect } from '#app/ui/saving-select.tsx';
import { toast } from '#app/ui/toast.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { useChangeRole } from './use-users.ts';
import css from './users.module.css';
import { askForRole, ROLE_OPTIONS, userLabels } from './labels.ts';

type Props = { user: UserRow; isOwn: boolean };

/** Changes a role after confirmation. Nobody can change their own. */
export function RoleSelect({ user, isOwn }: Props) {
  const { mutateAsync } = useChangeRole(user.id);
  const [picked, setPicked] = useState<string | null>(null);
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
        {ROLE_OPTIONS.map(({ value, label }) => (
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
