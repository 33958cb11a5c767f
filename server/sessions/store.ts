/** Tokens are stored only as hashes. */
import { STAYING } from '#domain/accounts/session-rules.ts';
import { PAGING } from '#domain/constants.ts';
import { keyEndOf } from '#domain/judging/pitch-rules.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { statement, writeStatement } from '../db/statement.ts';
import { table } from '../db/table.ts';

export const sessions = table('sessions');

export const nameOf = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();

const openSession = statement((db, tokenHash: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'users.first_name', 'users.last_name'])
    .select(['sessions.last_used_at', 'sessions.round_id'])
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
export async function findSession(db: Executor, tokenHash: string, now: Date) {
  const row = await openSession(db, tokenHash, now);
  return (
    row && {
      ...{ id: row.id, role: row.role, name: nameOf(row) },
      ...{ last_used_at: row.last_used_at, has_factor: Boolean(row.has_factor) },
      ...(row.round_id !== null && { keyOf: row.round_id }),
    }
  );
}

export const findSessionId = async (db: Executor, tokenHash: string) =>
  (await sessions.find(db, { token_hash: tokenHash }))!.id;

/** Whether the token was once issued and has merely expired. */
export const wasSession = async (db: Executor, tokenHash: string) =>
  (await sessions.find(db, { token_hash: tokenHash })) !== undefined;

/** Who may use a download link of this session; undefined once it or the account has ended. */
export async function findLinkUser(db: Executor, sessionId: string, now: Date) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'users.first_name', 'users.last_name'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return row && { id: row.id, role: row.role, name: nameOf(row) };
}

const MAX_AGENT_CHARS = 300;

/** The stored part of the header `User-Agent`: truncated, null if it is missing. */
export const boundedAgent = (userAgent: string | undefined): string | null =>
  userAgent?.slice(0, MAX_AGENT_CHARS) || null;

/** Whose code was verified when, and in which browser. */
export type Verified = Pick<User, 'role'> & { userId: string; verifiedAt: Date; browser: string };

/**
 * What may be renewed of this token, which may have expired `graceSeconds` ago: verified less than
 * `renewableSeconds` ago, in this browser, by somebody whose role is the same since.
 */
export async function findRenewable(
  db: Executor,
  tokenHash: string,
  browser: string,
  now: Date,
): Promise<Verified | undefined> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'sessions.verified_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.browser', '=', browser)
    .where('sessions.expires_at', '>', ago(STAYING.graceSeconds))
    .where('sessions.verified_at', '>', ago(STAYING.renewableSeconds))
    .whereRef('sessions.verified_role', '=', 'users.role')
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return row && { userId: row.id, role: row.role, verifiedAt: row.verified_at!, browser };
}

/** Unless it was updated after `staleBefore`. */
export async function touchSession(db: Executor, tokenHash: string, now: Date, staleBefore: Date) {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', staleBefore)]),
    )
    .execute();
}

/** Unexpired sessions, newest first, at most one page. */
export const listSessions = (db: Executor, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'created_at', 'expires_at', 'user_agent', 'last_used_at'])
    .select('round_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(PAGING.limit)
    .execute();

/** Returns how many there were, as the two below. */
export const deleteSessionById = writeStatement((tx, userId: string, id: string, now: Date) =>
  tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now),
);

export const deleteOtherSessions = writeStatement((tx, userId: string, tokenHash: string) =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash),
);

/** Ends the oldest scoring keys of a person for a round, so that so many are left. */
export async function deleteOldestKeys(
  tx: Executor,
  { userId, roundId, now, left }: { userId: string; roundId: string; now: Date; left: number },
): Promise<void> {
  const keys = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('round_id', '=', roundId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .offset(left)
    .limit(PAGING.limit)
    .execute();
  for (const { token_hash } of keys) await sessions.remove(tx, { token_hash });
}

/** The keys of judges for a round whose closing has moved end with it; one that has ended stays so. */
export async function moveKeys(
  tx: Executor,
  { roundId, closesAt, now }: { roundId: string; closesAt: Date; now: Date },
): Promise<void> {
  const keys = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['token_hash', 'sessions.created_at'])
    .where('round_id', '=', roundId)
    .where('users.role', '=', 'judge')
    .where('expires_at', '>', now)
    .execute();
  for (const { token_hash, created_at } of keys)
    await tx
      .updateTable('sessions')
      .set({ expires_at: keyEndOf(closesAt, created_at) })
      .where('token_hash', '=', token_hash)
      .execute();
}

export const deleteKeys = writeStatement((tx, userId: string, roundId: string) =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).where('round_id', '=', roundId),
);

export const deleteSessionsBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('sessions').where('expires_at', '<', instant),
);
