/** Tokens: 256 random bits, stored as a hash, valid for 1800 s. */
import { randomBytes, randomUUID } from 'node:crypto';
import { SESSION_RULES } from '#domain/accounts/session-messages.ts';
import type { Session } from '#domain/accounts/session-schema.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { SESSIONS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context, UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { hashToken } from '../http/guards.ts';
import { boundedAgent, describeDevice } from '../sessions/device.ts';
import * as sessions from '../sessions/store.ts';

/** Opens a session in the transaction that used up the code. */
export async function openSession(
  { clock, userAgent }: Pick<Context, 'clock' | 'userAgent'>,
  tx: Executor,
  userId: string,
): Promise<AccessToken> {
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  await sessions.insertSession(tx, {
    id: randomUUID(),
    token_hash: hashToken(token),
    user_id: userId,
    user_agent: boundedAgent(userAgent),
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + SESSIONS.lifetimeSeconds * 1000),
  });
  return { access_token: token, token_type: 'bearer', expires_in: SESSIONS.lifetimeSeconds };
}

/** Ends this session; the token is refused from the next request on. */
export async function logout(context: UserContext): Promise<void> {
  await context.db.write(async (tx) => {
    const isEnded = await sessions.deleteSession(tx, context.actor.tokenHash);
    if (isEnded) await audit(tx, context, 'accounts.logout', 'user', context.actor.id);
  });
}

/** Where the caller is signed in, newest first; never a token or its hash. */
export const listSessions = (context: UserContext): Promise<Session[]> =>
  readSessions(context, context.actor.id);

/** The same for any user. */
export async function readSessions(context: UserContext, userId: string): Promise<Session[]> {
  const { db, actor, clock, receivedAt } = context;
  const rows = await sessions.listSessions(db.read, userId, clock());
  return rows.map((row) => {
    const isCurrent = row.token_hash === actor.tokenHash;
    const lastUsedAt = isCurrent ? receivedAt : (row.last_used_at ?? row.created_at);
    return {
      id: row.id,
      device: describeDevice(row.user_agent),
      created_at: row.created_at.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: row.expires_at.toISOString(),
      is_current: isCurrent,
    };
  });
}

/**
 * Ends one of the caller's sessions, even the current one. Refuses with 404 one that does not exist
 * or is not theirs.
 */
export async function endSession(context: UserContext, id: string): Promise<void> {
  const { db, actor, clock } = context;
  await db.write(async (tx) => {
    if (!isId(id) || !(await sessions.deleteSessionById(tx, actor.id, id, clock())))
      throw new Problem('not_found', SESSION_RULES.notFound);
    await audit(tx, context, 'sessions.end', 'user', actor.id, {
      before: { session: id },
    });
  });
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(context: UserContext): Promise<void> {
  const { db, actor } = context;
  await db.write(async (tx) => {
    const ended = await sessions.deleteOtherSessions(tx, actor.id, actor.tokenHash);
    if (ended > 0)
      await audit(tx, context, 'sessions.end', 'user', actor.id, {
        before: { sessions: ended },
      });
  });
}
