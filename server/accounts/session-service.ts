/** Tokens: 256 random bits, stored hashed, 1800 s. */
import { randomBytes } from 'node:crypto';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { SESSIONS } from '#domain/constants.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { hashToken } from '../http/guards.ts';
import * as sessions from '../sessions/store.ts';

/** Opens a session inside the transaction that used up the code. */
export async function openSession(
  { clock }: Pick<Services, 'clock'>,
  tx: Executor,
  userId: string,
): Promise<AccessToken> {
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  await sessions.insertSession(tx, {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    expires_at: new Date(now.getTime() + SESSIONS.lifetime * 1000),
  });
  return { access_token: token, token_type: 'bearer', expires_in: SESSIONS.lifetime };
}

/** Ends this session; the token is refused from the next request on. */
export async function logout(context: UserContext): Promise<void> {
  await context.db.write(async (tx) => {
    const isEnded = await sessions.deleteSession(tx, context.actor.tokenHash);
    if (isEnded) await audit(tx, context, 'accounts.logout', 'user', context.actor.id);
  });
}
