import { USERS } from '#domain/accounts/messages.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { toast } from '#app/ui/toast.tsx';
import { useChangeRole } from './use-users.ts';
import css from './users.module.css';
import { ROLE_OPTIONS, userLabels } from './labels.ts';

type Props = { user: UserRow; isOwn: boolean; onError: (message: string | null) => void };

/** Changes a role at once. Nobody changes their own. */
export function RoleSelect({ user, isOwn, onError }: Props) {
  const change = useChangeRole(user.id);
  // Instead of switching it off while it waits: the keyboard's focus would be lost.
  const singleFlight = useSingleFlight();
  const pick = async (role: string) => {
    onError(null);
    try {
      await change.mutateAsync(role);
      toast.success(USERS.roleDone);
    } catch (error) {
      const { message } = error as Error;
      onError(message);
      toast.error(message);
    }
  };
  return (
    <select
      className={css.role}
      aria-label={`${userLabels.roleOf} ${user.first_name} ${user.last_name}`}
      value={change.isPending ? change.variables : user.role}
      disabled={isOwn}
      aria-busy={change.isPending || undefined}
      onChange={({ target }) => void singleFlight(() => pick(target.value))}
    >
      {ROLE_OPTIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
