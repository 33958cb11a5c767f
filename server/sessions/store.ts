/** Every SQL statement about sessions: tokens are known by their hash only. */
import type { User } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { SessionsTable } from '../db/tables.ts';

/**
 * The user behind a token with the role of this moment; nothing when it has run out or the user is
 * inactive.
 */
export async function findSession(
  db: Executor,
  tokenHash: string,
  now: Date,
): Promise<Omit<User, 'tokenHash'> | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'users.first_name', 'users.last_name'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return row && { id: row.id, role: row.role, name: nameOf(row) };
}

/** As the log names somebody. */
export const nameOf = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();

/** Whether the token was once given out and has merely run out. */
export async function wasSession(db: Executor, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(db: Executor, row: SessionsTable): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

export async function deleteSession(db: Executor, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

export async function deleteSessionsOf(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Answers how many ran out before. */
export async function deleteSessionsBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
