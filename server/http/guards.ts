/** Who is asking, and may they? Permissions are checked before anything of the request is read. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { grantFor, mayWithoutFactor, type Action } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { arrivedAt } from './arrivals.ts';
import { readDownloadLink } from './download-links.ts';
import { noteUse } from '../sessions/last-use.ts';
import { findSession, wasSession } from '../sessions/store.ts';
import { recordFailure, refuseBlockedAddress } from '../rate-limits/service.ts';
import type { Context, Services, User, Visitor } from '../context.ts';

const VISITOR: Visitor = { role: 'visitor' };

/** Calls that allow guessing: an address with too many failures is refused here. */
const GUESSABLE = new Set<Action>(['accounts.register', 'accounts.login', 'accounts.reset']);

/** Tokens are stored only as this hash. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** The hash of the request's token; undefined if there is none. */
function readTokenHash(authorization: string | undefined): string | undefined {
  const token = /^Bearer\s+(\S{1,500})\s*$/i.exec(authorization ?? '')?.[1];
  return token && hashToken(token);
}

async function identify(
  services: Services,
  tokenHash: string | undefined,
): Promise<User | Visitor> {
  const session = tokenHash && (await findSession(services.db.read, tokenHash, services.clock()));
  if (!session) return VISITOR;
  const { last_used_at: lastUsedAt, has_factor: hasFactor, ...user } = session;
  noteUse(services, { tokenHash, lastUsedAt });
  const lacksFactor = services.config.needsSecondFactor && isOfFirm(user.role) && !hasFactor;
  return { ...user, tokenHash, ...(lacksFactor && { lacksFactor }) };
}

/**
 * A token that was never issued is a guess and counts; an expired one does not. Refuses with 429
 * past the limit.
 */
async function countGuess(services: Services, tokenHash: string, address: string): Promise<void> {
  if (await wasSession(services.db.read, tokenHash)) return;
  await refuseBlockedAddress(services, address);
  await recordFailure(services, address);
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/**
 * Returns the context of a request, or refuses: 401 where signing in would help, 403 where it would
 * not, 429 for an address with too many failures. Denials are logged. A valid token costs one point
 * read, and every few minutes a write that nobody waits for.
 */
export async function admit(
  services: Services,
  request: FastifyRequest,
  action: Action,
  isLinkable = false,
): Promise<Context> {
  const tokenHash = readTokenHash(request.headers.authorization);
  const linked = isLinkable ? await readDownloadLink(services, request) : undefined;
  const actor = linked ?? (await identify(services, tokenHash));
  if (grantFor(actor.role, action) === 'no') {
    services.log.warn(
      { action, actor: actor.id ?? 'visitor', role: actor.role, address: request.ip },
      'denied',
    );
    if (actor.role !== 'visitor') throw new Problem('forbidden', SHARED_RULES.forbidden);
    if (tokenHash) await countGuess(services, tokenHash, request.ip);
    throw new Problem('not_signed_in', SESSION.expired);
  }
  if (actor.lacksFactor && !mayWithoutFactor(action))
    throw new Problem('second_factor_required', FACTOR.required);
  if (GUESSABLE.has(action)) await refuseBlockedAddress(services, request.ip);
  return {
    ...services,
    actor,
    address: request.ip,
    receivedAt: arrivedAt(request.raw, services.clock()),
    userAgent: header(request, 'user-agent'),
    cookie: header(request, 'cookie'),
    ifMatch: header(request, 'if-match'),
    ifNoneMatch: header(request, 'if-none-match'),
    idempotencyKey: header(request, 'idempotency-key'),
  };
}
