import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UserRow } from '#domain/accounts/schema.ts';
import { toast } from '#app/ui/toast.tsx';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { useChangeStatus } from './use-users.ts';
import css from './users.module.css';
import { USERS } from '#domain/users/messages.ts';
import {
  askForStatus,
  describeAccount,
  describeUndecided,
  fixedReason,
  userLabels,
} from './labels.ts';

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
        <span aria-hidden="true">{describeAccount(user)}</span>
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

type HandOverFieldProps = { userId: string; onChoose: (heir: string | null) => void };

/** Offers what an admin has not decided to others; nothing if there is nothing. */
function HandOverField({ userId, onChoose }: HandOverFieldProps) {
  const admins = useAdmins().filter(({ value }) => value !== userId);
  const { data } = useQuery({
    queryKey: [queryKeys.proposals, 'undecided of', userId],
    queryFn: ({ signal }) =>
      api.listAllProposals({ assigned_to: userId, decision: 'undecided', limit: 0 }, { signal }),
  });
  if (!data || data.total === 0) return null;
  return (
    <SelectField
      label={userLabels.heir}
      name="assign_to"
      hint={describeUndecided(data.total)}
      placeholder={userLabels.noHeir}
      isOptional={false}
      options={admins}
      onChange={({ target }) => onChoose(target.value || null)}
    />
  );
}
