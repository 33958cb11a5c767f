import { USERS } from '#domain/accounts/messages.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { toast } from '#app/ui/toast.tsx';
import { useChangeRole } from './use-users.ts';
import css from './users.module.css';
import { ROLE_OPTIONS, words } from './words.ts';

type Props = { user: UserRow; isOwn: boolean; onError: (message: string | null) => void };

/** Changes a role at once (section 2). Nobody changes their own. */
export function RoleSelect({ user, isOwn, onError }: Props) {
  const change = useChangeRole(user.id);
  const pick = (role: string) => {
    // Not switched off while it waits: the keyboard's focus would be lost.
    if (change.isPending) return;
    onError(null);
    change.mutate(role, {
      onSuccess: () => toast.success(USERS.roleDone),
      onError: ({ message }) => {
        onError(message);
        toast.error(message);
      },
    });
  };
  return (
    <select className={css.role} aria-label={`${words.roleOf} ${user.first_name} ${user.last_name}`} value={change.isPending ? change.variables : user.role} disabled={isOwn} aria-busy={change.isPending || undefined} onChange={({ target }) => pick(target.value)}>
      {ROLE_OPTIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
