/** Every SQL statement about users. Sessions and codes have stores of their own. */
import type { ListUsersQuery } from '#domain/accounts/schema.ts';
import { readPage } from '../db/lists.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { rowsOf, statement } from '../db/statement.ts';
import type { ApplicantColumns, UsersTable } from '../db/tables.ts';

export type UserRow = Omit<UsersTable, 'search_text'>;

const COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone_number',
  'city',
  'digital_address',
  'region',
  'password_hash',
  'role',
  'is_active',
  'wants_reminders',
  'created_at',
  'updated_at',
  'version',
] as const;

export const findUser: (db: Executor, id: string) => Promise<UserRow | undefined> = statement(
  (db, id: string) => db.selectFrom('users').select(COLUMNS).where('id', '=', id),
);

export const findUserByEmail: (db: Executor, email: string) => Promise<UserRow | undefined> =
  statement((db, email: string) =>
    db.selectFrom('users').select(COLUMNS).where('email', '=', email),
  );

/** The user, with the code that would prove another address if there is one. */
export const findProfile = statement((db, id: string, now: Date) =>
  db
    .selectFrom('users')
    .leftJoin('codes', (join) =>
      join
        .onRef('codes.user_id', '=', 'users.id')
        .on('codes.purpose', '=', 'email')
        .on('codes.expires_at', '>', now),
    )
    .select(COLUMNS.map((column) => `users.${column}` as const))
    .select(['codes.new_email', 'codes.wrong_tries'])
    .where('users.id', '=', id),
);

/**
 * Call it in a transaction: the row cannot change until it ends. Everything about an account locks
 * its user first, so that deadlocks are impossible.
 */
export async function lockUser(db: Db, tx: Executor, id: string): Promise<UserRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('users').select(COLUMNS).where('id', '=', id),
  ).executeTakeFirst();
}

export async function lockActiveUserByEmail(
  db: Db,
  tx: Executor,
  email: string,
): Promise<UserRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('users').select(COLUMNS).where('email', '=', email).where('is_active', '=', true),
  ).executeTakeFirst();
}

/**
 * Locks the user and every active admin, in the order of ids, so that concurrent changes cannot
 * both count the same admins.
 */
export async function lockWithActiveAdmins(db: Db, tx: Executor, id: string): Promise<UserRow[]> {
  const query = tx.selectFrom('users').select(COLUMNS);
  const chosen = query.where((eb) =>
    eb.or([eb('id', '=', id), eb.and([eb('role', '=', 'admin'), eb('is_active', '=', true)])]),
  );
  return lockRows(db, chosen.orderBy('id')).execute();
}

export async function insertUser(db: Executor, row: UsersTable): Promise<void> {
  await db.insertInto('users').values(withSortKeys('users', row)).execute();
}

export async function changeUser(
  db: Executor,
  id: string,
  changes: Partial<UsersTable>,
): Promise<void> {
  await db.updateTable('users').set(withSortKeys('users', changes)).where('id', '=', id).execute();
}

/** Bounded, because it is part of an index. */
const APPLICANT_CHARS = 300;

export const applicantColumnsOf = (
  user: Pick<UsersTable, 'first_name' | 'last_name' | 'region' | 'search_text'>,
): ApplicantColumns => ({
  region: user.region,
  applicant_first_name: user.first_name,
  applicant_last_name: user.last_name,
  applicant_text: user.search_text.slice(0, APPLICANT_CHARS),
});

/**
 * Copies the owner's data by which lists are filtered, sorted and searched to their proposals, so
 * that lists need no join.
 */
export async function changeApplicantOfProposals(
  db: Executor,
  userId: string,
  facts: ApplicantColumns,
): Promise<void> {
  await db
    .updateTable('proposals')
    .set(withSortKeys('proposals', facts))
    .where('user_id', '=', userId)
    .execute();
}

export async function listUsers(
  db: Db,
  { role, is_active, region, ...query }: ListUsersQuery,
): Promise<{ rows: UserRow[]; total: number }> {
  const filters = Object.entries({ role, is_active, region }).map(([column, value]) => ({
    column,
    value,
  }));
  return readPage(db, { table: 'users', filters, ...query }, (ids) => usersOf(db.read, ids));
}

const usersOf = rowsOf((db, isAmong) =>
  db.selectFrom('users').select(COLUMNS).where(isAmong('id')),
);

/** Takes all proposals from an assignee; returns their ids. */
export const unassignAll = (tx: Executor, userId: string): Promise<string[]> =>
  idsOf(assigning(tx, userId, null));

/** Gives what an assignee has not decided to somebody else; returns the ids. */
export const reassignUndecided = (tx: Executor, from: string, to: string): Promise<string[]> =>
  idsOf(assigning(tx, from, to).where('decision', '=', 'undecided'));

const assigning = (tx: Executor, from: string, to: string | null) =>
  tx
    .updateTable('proposals')
    .set((eb) => ({ assigned_to: to, desk_version: eb('desk_version', '+', 1) }))
    .where('assigned_to', '=', from)
    .returning('id');

async function idsOf(query: ReturnType<typeof assigning>): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id);
}
