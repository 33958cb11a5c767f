import { USERS } from '#domain/accounts/messages.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { toast } from '#app/ui/toast.tsx';
import { useChangeStatus } from './use-users.ts';
import css from './users.module.css';
import { userLabels } from './labels.ts';

type Props = { user: UserRow; isOwn: boolean; onError: (message: string | null) => void };

/** Works for other admins' rows only: contract §4.7. */
export function ActiveToggle({ user, isOwn, onError }: Props) {
  const change = useChangeStatus(user.id);
  // Instead of switching it off while it waits: the keyboard's focus would be lost.
  const singleFlight = useSingleFlight();
  const isActive = change.isPending ? change.variables : user.is_active;
  const toggle = async (next: boolean) => {
    onError(null);
    try {
      await change.mutateAsync(next);
      toast.success(next ? USERS.active : USERS.inactive);
    } catch (error) {
      const { message } = error as Error;
      onError(message);
      toast.error(message);
    }
  };
  return (
    <label className={css.toggle}>
      <input
        type="checkbox"
        role="switch"
        aria-label={`${userLabels.activeOf} ${user.first_name} ${user.last_name}`}
        checked={isActive}
        disabled={isOwn || user.role !== 'ADMIN'}
        aria-busy={change.isPending || undefined}
        onChange={({ target }) => void singleFlight(() => toggle(target.checked))}
      />
      <span aria-hidden="true">{isActive ? userLabels.active : userLabels.inactive}</span>
    </label>
  );
}
