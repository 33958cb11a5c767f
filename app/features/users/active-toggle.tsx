import { useRef, useState } from 'react';
import { USERS } from '#domain/accounts/messages.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { toast } from '#app/ui/toast.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { HandOverField } from './hand-over-field.tsx';
import { useChangeStatus } from './use-users.ts';
import css from './users.module.css';
import { askForStatus, fixedReason, userLabels } from './labels.ts';

type Props = { user: UserRow; isOwn: boolean };

/** Asks for confirmation. Not for applicants, nor in one's own row: contract §4.7. */
export function ActiveToggle({ user, isOwn }: Props) {
  const { mutateAsync } = useChangeStatus(user.id);
  const [picked, setPicked] = useState<boolean | null>(null);
  const heir = useRef<string | null>(null);
  const pick = (isActive: boolean) => {
    heir.current = null;
    setPicked(isActive);
  };
  const isFixed = isOwn || user.role === 'APPLICANT';
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <>
      <label className={css.toggle} title={isFixed ? fixedReason(isOwn) : undefined}>
        <input
          type="checkbox"
          role="switch"
          aria-label={`${userLabels.activeOf} ${name}`}
          checked={user.is_active}
          aria-description={isFixed ? fixedReason(isOwn) : undefined}
          disabled={isFixed}
          onChange={({ target }) => pick(target.checked)}
        />
        <span aria-hidden="true">{user.is_active ? userLabels.active : userLabels.inactive}</span>
      </label>
      <ChangeDialog
        asked={picked === null ? null : askForStatus(name, picked)}
        change={async () => {
          await mutateAsync({ isActive: picked!, heir: heir.current });
          toast.success(picked ? USERS.active : USERS.inactive);
        }}
        onClose={() => setPicked(null)}
      >
        {picked === false && (
          <HandOverField userId={user.id} onChoose={(id) => void (heir.current = id)} />
        )}
      </ChangeDialog>
    </>
  );
}
