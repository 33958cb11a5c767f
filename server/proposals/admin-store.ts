/** The admins to whom proposals can be assigned. */
import type { Executor } from '../db/open.ts';
import type { UsersTable } from '../db/tables.ts';

export type ActiveAdmin = Pick<UsersTable, 'id' | 'first_name' | 'last_name' | 'region'>;

/** The active admins among these ids. */
export async function findActiveAdmins(tx: Executor, ids: string[]): Promise<ActiveAdmin[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'region'])
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .execute();
}

/** Who is told: the assignee, or every active admin where there is no active one. */
export async function listReaders(
  tx: Executor,
  assignee: string | null,
): Promise<{ email: string }[]> {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('email')
    .execute();
  const own = admins.filter(({ id }) => id === assignee);
  return own.length > 0 ? own : admins;
}
