/** Every SQL statement about users. Sessions and codes have stores of their own. */
import { sql } from 'kysely';
import type { ListUsersQuery } from '#domain/accounts/schema.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import type { UsersTable } from '../db/tables.ts';
import { matchesWords } from '../db/search.ts';

export type UserRow = Omit<UsersTable, 'search_text'>;

const COLUMNS = ['id', 'email', 'first_name', 'last_name', 'phone_number', 'city', 'digital_address', 'region', 'password_hash', 'role', 'is_active', 'created_at', 'updated_at', 'version'] as const;

export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('email', '=', email).executeTakeFirst();
}

/** Inside a transaction: the row stays as it is until the end. Everything about an account locks its user first, so nothing waits in a circle. */
export async function lockUser(db: Db, tx: Executor, id: string): Promise<UserRow | undefined> {
  return lockRows(db, tx.selectFrom('users').select(COLUMNS).where('id', '=', id)).executeTakeFirst();
}

export async function lockActiveUserByEmail(db: Db, tx: Executor, email: string): Promise<UserRow | undefined> {
  return lockRows(db, tx.selectFrom('users').select(COLUMNS).where('email', '=', email).where('is_active', '=', true)).executeTakeFirst();
}

/** Locks the user and every active admin, in the order of ids: whoever counts admins counts alone. */
export async function lockWithActiveAdmins(db: Db, tx: Executor, id: string): Promise<UserRow[]> {
  const query = tx.selectFrom('users').select(COLUMNS);
  const chosen = query.where((eb) => eb.or([eb('id', '=', id), eb.and([eb('role', '=', 'admin'), eb('is_active', '=', true)])]));
  return lockRows(db, chosen.orderBy('id')).execute();
}

export async function insertUser(db: Executor, row: UsersTable): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export async function changeUser(db: Executor, id: string, changes: Partial<UsersTable>): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** A proposal carries its owner's region, so that lists can be filtered by it without a join. */
export async function changeRegionOfProposals(db: Executor, userId: string, region: string): Promise<void> {
  await db.updateTable('proposals').set({ region }).where('user_id', '=', userId).execute();
}

function matching(db: Executor, filters: ListUsersQuery) {
  let query = db.selectFrom('users');
  if (filters.role) query = query.where('role', '=', filters.role);
  if (filters.is_active !== undefined) query = query.where('is_active', '=', filters.is_active);
  if (filters.region) query = query.where('region', '=', filters.region);
  for (const condition of matchesWords(sql.ref('search_text'), filters.q)) query = query.where(condition);
  return query;
}

export async function listUsers(db: Executor, filters: ListUsersQuery): Promise<{ rows: UserRow[]; total: number }> {
  const direction = filters.sort.startsWith('-') ? 'desc' : 'asc';
  const column = filters.sort.replace(/^-/, '') as 'email';
  const query = matching(db, filters);
  const rows = await query.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).limit(filters.limit).offset(filters.skip).execute();
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
