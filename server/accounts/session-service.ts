/**
 * Sessions: tokens of 256 random bits, stored as a hash, valid for 1800 s. They are renewed by the
 * password or a passkey, without another mailed code.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { parse } from 'bowser';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { RenewalInput } from '#domain/accounts/factor-schema.ts';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { isOfFirm } from '#domain/accounts/rules.ts';
import type { AccessToken } from '#domain/accounts/schema.ts';
import { RENEWAL, SESSION_RULES } from '#domain/accounts/session-messages.ts';
import type { Session } from '#domain/accounts/session-schema.ts';
import { SESSIONS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context, UserContext } from '../context.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { sentBrowser, countGuess, hashToken } from '../http/guards.ts';
import * as limits from '../rate-limits/service.ts';
import * as store from '../sessions/store.ts';
import { actorOf } from './account-service.ts';
import * as challenges from './store.ts';
import { loadWebAuthn, requestOptions, usePasskey, type RelyingParty } from './passkeys.ts';
import { requirePassword } from './passwords.ts';
import { findUser, listFactors, lockUser, type UserRow } from './store.ts';

/**
 * Opens a session in the transaction that used up the code, or that ends the session which this one
 * renews.
 */
export async function openSession(
  { clock, userAgent }: Pick<Context, 'clock' | 'userAgent'>,
  tx: Executor,
  { userId, role, verifiedAt, browser }: store.Verified,
): Promise<AccessToken> {
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  await store.sessions.insert(tx, {
    id: randomUUID(),
    token_hash: hashToken(token),
    user_id: userId,
    user_agent: store.boundedAgent(userAgent),
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + SESSIONS.lifetimeSeconds * 1000),
    verified_at: verifiedAt,
    verified_role: role,
    browser,
  });
  return { access_token: token, token_type: 'bearer', expires_in: SESSIONS.lifetimeSeconds };
}

export async function logout(context: UserContext) {
  await context.db.write(async (tx) => {
    const isEnded = await store.sessions.remove(tx, { token_hash: context.actor.tokenHash });
    if (isEnded) await audit(tx, context, 'accounts.logout', 'user', context.actor.id);
  });
}

export const listSessions = (context: UserContext) => readSessions(context, context.actor.id);

/** "Chrome on Android", of the stored header. */
function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || 'Unknown device';
}

/** Where somebody is signed in, newest first; never a token or its hash. */
export async function readSessions(context: UserContext, userId: string): Promise<Session[]> {
  const { db, actor, clock, receivedAt } = context;
  const rows = await store.listSessions(db.read, userId, clock());
  return rows.map((row) => {
    const isCurrent = row.token_hash === actor.tokenHash;
    const lastUsedAt = isCurrent ? receivedAt : (row.last_used_at ?? row.created_at);
    return {
      id: row.id,
      device: row.round_id
        ? `Scoring key, ${describeDevice(row.user_agent)}`
        : describeDevice(row.user_agent),
      created_at: row.created_at.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: row.expires_at.toISOString(),
      is_current: isCurrent,
    };
  });
}

export async function endSession(context: UserContext, id: string) {
  const { db, actor, clock } = context;
  await db.write(async (tx) => {
    if (!isId(id) || (await store.deleteSessionById(tx, actor.id, id, clock())) === 0)
      throw new Problem('not_found', SESSION_RULES.notFound);
    await audit(tx, context, 'sessions.end', 'user', actor.id, { before: { session: id } });
  });
}

export async function endOtherSessions(context: UserContext) {
  const { db, actor } = context;
  await db.write(async (tx) => {
    const ended = await store.deleteOtherSessions(tx, actor.id, actor.tokenHash);
    if (ended > 0)
      await audit(tx, context, 'sessions.end', 'user', actor.id, { before: { sessions: ended } });
  });
}

const over = () => new Problem('not_signed_in', SESSION.expired);

type Renewable = { user: UserRow; verified: store.Verified; tokenHash: string };

async function requireRenewable(context: Context, tokenHash: string | undefined) {
  const browser = sentBrowser(context, 'device');
  const verified =
    tokenHash && browser
      ? await store.findRenewable(context.db.read, tokenHash, browser, context.clock())
      : undefined;
  const user = verified && (await findUser(context.db.read, verified.userId));
  if (user && tokenHash) return { user, verified, tokenHash };
  if (tokenHash) await countGuess(context, tokenHash, context.address);
  throw over();
}

export async function askToRenew(
  context: Context,
  party: RelyingParty,
  sentHash: string | undefined,
) {
  const { user, tokenHash } = await requireRenewable(context, sentHash);
  const passkeys = isOfFirm(user.role)
    ? (await listFactors(context.db.read, user.id)).filter(({ kind }) => kind === 'passkey')
    : [];
  if (passkeys.length === 0) throw new Problem('no_second_factor', FACTOR.none);
  const options = await requestOptions(await loadWebAuthn(), party, passkeys);
  await context.db.write(async (tx) => {
    const begun = { user_id: user.id, purpose: 'renewal' as const, token_hash: tokenHash };
    if (await lockUser(tx, user.id))
      await challenges.beginChallenge(context, tx, { ...begun, value: options.challenge });
  });
  return options;
}

type Outcome =
  | { token: AccessToken }
  | { refusal: 'over' | 'late' | 'wrong' }
  | { refusal: 'limit'; retryAfter: number };

/** A new token for 1800 s; the old one ends, with the links that it has made. */
export async function renewSession(
  context: Context,
  party: RelyingParty,
  sentHash: string | undefined,
  { password, passkey }: RenewalInput,
): Promise<AccessToken> {
  const renewable = await requireRenewable(context, sentHash);
  const { user } = renewable;
  const acting: UserContext = { ...context, actor: actorOf(user) };
  if (password) {
    const wrong = new Problem('bad_credentials', RENEWAL.wrongPassword);
    await requirePassword(acting, user, password, wrong);
  }
  const webauthn = password ? undefined : await loadWebAuthn();
  const check = async (tx: Executor): Promise<Outcome | undefined> => {
    if (!webauthn || !passkey) return undefined;
    const key = { user_id: user.id, purpose: 'renewal' as const };
    const challenge = await challenges.findBegun(context, tx, key);
    if (challenge?.token_hash !== renewable.tokenHash) return { refusal: 'late' };
    const counted = await limits.countTry(context, tx, 'factor', user.id);
    if (counted.id === undefined) return { refusal: 'limit', retryAfter: counted.retryAfter };
    if (!(await usePasskey(context, webauthn, party, tx, challenge, passkey))) {
      await challenges.countWrongTry(tx, 'factor_challenges', challenge);
      return { refusal: 'wrong' };
    }
    await limits.takeBackTry(tx, counted.id);
    await challenges.endChallenge(tx, 'factor_challenges', key);
    return undefined;
  };
  return limits.countingFailures(context, async () => {
    const outcome = await context.db.write((tx) => replace(acting, tx, renewable, check));
    if ('token' in outcome) return outcome.token;
    if (outcome.refusal === 'limit')
      throw limits.tooMany(context, 'factor', outcome.retryAfter, { user: user.id });
    context.log.warn({ user: user.id, ...outcome, address: context.address }, 'renewal refused');
    if (outcome.refusal === 'wrong') throw new Problem('bad_code', FACTOR.wrongPasskey);
    if (outcome.refusal === 'late') throw new Problem('challenge_expired', FACTOR.setUpExpired);
    throw over();
  });
}

/** The session may have ended, and password and role may have changed, since they were read. */
async function replace(
  context: UserContext,
  tx: Executor,
  { user, verified, tokenHash }: Renewable,
  check: (tx: Executor) => Promise<Outcome | undefined>,
): Promise<Outcome> {
  const locked = await lockUser(tx, user.id);
  const still = await store.findRenewable(tx, tokenHash, verified.browser, context.clock());
  if (!still || locked?.password_hash !== user.password_hash) return { refusal: 'over' };
  const refused = await check(tx);
  if (refused) return refused;
  // Of two tabs that renew at once, one wins.
  if (!(await store.sessions.remove(tx, { token_hash: tokenHash }))) return { refusal: 'over' };
  await audit(tx, context, 'accounts.renew', 'user', user.id);
  const opened = await openSession(context, tx, still);
  const isLacking = context.config.needsSecondFactor && isOfFirm(locked.role);
  const lacksFactor = isLacking && (await listFactors(tx, user.id)).length === 0;
  return {
    token: { ...opened, ...(lacksFactor && { second_factor_setup_required: true as const }) },
  };
}
