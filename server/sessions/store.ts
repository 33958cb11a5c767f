/** Every SQL statement about sessions: tokens are stored only as hashes. */
import { PAGING } from '#domain/constants.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { insertion, statement, writeStatement } from '../db/statement.ts';
import type { SessionsTable } from '../db/tables.ts';

type SessionUser = Omit<User, 'tokenHash' | 'lacksFactor'> &
  Pick<SessionsTable, 'last_used_at'> & { has_factor: boolean };

const openSession = statement((db, tokenHash: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'users.first_name', 'users.last_name'])
    .select('sessions.last_used_at')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('second_factors')
          .select('second_factors.id')
          .whereRef('second_factors.user_id', '=', 'users.id'),
      ).as('has_factor'),
    )
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true),
);

/**
 * The user of a token with their current role; undefined if it has expired or the user is inactive.
 */
export async function findSession(
  db: Executor,
  tokenHash: string,
  now: Date,
): Promise<SessionUser | undefined> {
  const row = await openSession(db, tokenHash, now);
  return (
    row && {
      ...{ id: row.id, role: row.role, name: nameOf(row) },
      ...{ last_used_at: row.last_used_at, has_factor: Boolean(row.has_factor) },
    }
  );
}

/** Who may use a download link of theirs; undefined if the user is gone or inactive. */
export async function findLinkUser(
  db: Executor,
  userId: string,
): Promise<Pick<User, 'id' | 'role' | 'name'> | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row && { id: row.id, role: row.role, name: nameOf(row) };
}

/** The name for the log. */
export const nameOf = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();

/** Whether the token was once issued and has merely expired. */
export async function wasSession(db: Executor, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

export const insertSession = insertion('sessions');

export async function deleteSession(db: Executor, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Unless it was updated after `staleBefore`. */
export async function touchSession(
  db: Executor,
  tokenHash: string,
  now: Date,
  staleBefore: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', staleBefore)]),
    )
    .execute();
}

export type OpenSession = Omit<SessionsTable, 'user_id'>;

/** Unexpired sessions, newest first, at most one page. */
export async function listSessions(
  db: Executor,
  userId: string,
  now: Date,
): Promise<OpenSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'created_at', 'expires_at', 'user_agent', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(PAGING.limit)
    .execute();
}

/** Whether this user had such an unexpired session. */
export async function deleteSessionById(
  tx: Executor,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Ends all except the one of this token; returns how many. */
export const deleteOtherSessions = writeStatement((tx, userId: string, tokenHash: string) =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash),
);

/** Returns how many there were. */
export const deleteSessionsOf = writeStatement((db, userId: string) =>
  db.deleteFrom('sessions').where('user_id', '=', userId),
);

/** Returns how many had expired before. */
export const deleteSessionsBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('sessions').where('expires_at', '<', instant),
);
