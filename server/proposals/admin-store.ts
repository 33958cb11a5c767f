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
