/** Who is asking, and may they? Permissions are checked before anything of the request is read. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isOfFirm, type Role } from '#domain/accounts/rules.ts';
import { API_BASE } from '#domain/api.ts';
import { COOKIES, DOWNLOADS } from '#domain/constants.ts';
import type { DownloadLink } from '#domain/paging.ts';
import { Problem, SHARED_RULES } from '#domain/problem.ts';
import { PITCH } from '#domain/judging/messages.ts';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { grantFor, mayWithoutFactor, type Action } from '#domain/permissions.ts';
import { DOCUMENTS, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { isSame, signatureOf } from '../files/links.ts';
import { arrivedAt } from './arrivals.ts';
import { noteUse } from '../sessions/last-use.ts';
import { findLinkUser, findSession, findSessionId, wasSession } from '../sessions/store.ts';
import { countLinkFetch, recordFailure, refuseBlockedAddress } from '../rate-limits/service.ts';
import type { Context, Services, User, Visitor } from '../context.ts';

const NOBODY: readonly Role[] = [];
const VISITOR: Visitor = { role: 'visitor' };

/** Calls that allow guessing: an address with too many failures is refused here. */
const GUESSABLE = new Set<Action>([
  'accounts.register',
  'accounts.login',
  'accounts.reset',
  'accounts.renew',
]);

/** Tokens are stored only as this hash. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

export function readTokenHash(authorization: string | undefined): string | undefined {
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

/** A token that was never issued is a guess and counts; an expired one does not. */
export async function countGuess(services: Services, tokenHash: string, address: string) {
  if (await wasSession(services.db.read, tokenHash)) return;
  await refuseBlockedAddress(services, address);
  await recordFailure(services, address);
}

/** A scoring key opens a few calls of its round, and is no session anywhere else: contract §9.9. */
const opens = (
  { role, keyOf }: User | Visitor,
  { params }: FastifyRequest,
  keyed: readonly Role[],
): boolean =>
  keyOf === undefined || (keyed.includes(role) && (params as { id?: string }).id === keyOf);

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** A phone in a hall reads what to do once its key has ended. */
async function refuseVisitor(
  services: Services,
  tokenHash: string | undefined,
  address: string,
  keyed: readonly Role[],
): Promise<Problem> {
  if (tokenHash) await countGuess(services, tokenHash, address);
  const isPhone = tokenHash !== undefined && keyed.includes('judge');
  return new Problem('not_signed_in', isPhone ? PITCH.keyEnded : SESSION.expired);
}

/**
 * Returns the context of a request, or refuses: 401 where signing in would help, 403 where it would
 * not, 429 for an address with too many failures. Denials are logged. A valid token costs one point
 * read, and every few minutes a write that nobody waits for.
 */
export async function admit(
  services: Services,
  request: FastifyRequest,
  action: Action,
  { isLinkable, keyed = NOBODY }: { isLinkable?: boolean; keyed?: readonly Role[] },
): Promise<Context> {
  const tokenHash = readTokenHash(request.headers.authorization);
  const linked = isLinkable ? await readDownloadLink(services, request) : undefined;
  const found = linked ?? (await identify(services, tokenHash));
  const actor = opens(found, request, keyed) ? found : VISITOR;
  if (grantFor(actor.role, action) === 'no') {
    services.log.warn(
      { action, actor: actor.id ?? 'visitor', role: actor.role, address: request.ip },
      'denied',
    );
    if (actor.role !== 'visitor') throw new Problem('forbidden', SHARED_RULES.forbidden);
    throw await refuseVisitor(services, tokenHash, request.ip, keyed);
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

/*
 * Links to a download that needs a token, for browsers that cannot save what a script has fetched:
 * contract §3, Links. A link is the address of the call itself, signed for its user.
 */
const LINK = 'link';
/** Separates the parts of a link's own parameter; none of them contains it. */
const BETWEEN = '.';

/** The address without what asks for a link or is one: what the signature is about. */
function splitAddress(rawUrl: string): { address: string; link: string | null } {
  const { pathname, searchParams } = new URL(rawUrl, 'http://localhost');
  const link = searchParams.get(LINK);
  for (const name of [LINK, 'as']) searchParams.delete(name);
  const query = searchParams.toString();
  return { address: query ? `${pathname}?${query}` : pathname, link };
}

export const asksForLink = ({ query }: FastifyRequest): boolean =>
  (query as Record<string, unknown>)['as'] === LINK;

/** A link to what this request asks for, valid for five minutes and three fetches. */
export async function createDownloadLink(
  { db, publicUrl, linkSecret, clock, actor }: Context,
  request: FastifyRequest,
): Promise<DownloadLink> {
  const { address } = splitAddress(request.raw.url!);
  const expiresAt = new Date(clock().getTime() + DOWNLOADS.linkSeconds * 1000);
  const sessionId = await findSessionId(db.read, actor.tokenHash!);
  const parts = [randomUUID(), sessionId, String(expiresAt.getTime())];
  const signature = signatureOf(linkSecret, LINK, address, ...parts);
  const link = [...parts, signature].join(BETWEEN);
  const url = `${publicUrl}${address}${address.includes('?') ? '&' : '?'}${LINK}=${link}`;
  return { url, expires_at: expiresAt.toISOString() };
}

/**
 * The user of a request whose address is such a link; undefined if it is none. Counts the fetch;
 * HEAD is none.
 */
async function readDownloadLink(
  services: Services,
  request: FastifyRequest,
): Promise<User | undefined> {
  const { address, link } = splitAddress(request.raw.url!);
  if (link === null) return undefined;
  const [id = '', sessionId = '', expires = '', signature = ''] = link.split(BETWEEN);
  const right = signatureOf(services.linkSecret, LINK, address, id, sessionId, expires);
  if (!isSame(signature, right) || asksForLink(request))
    throw new Problem('link_invalid', PROPOSAL_RULES.linkInvalid);
  const now = services.clock();
  const isOver = now.getTime() >= Number(expires);
  const user = isOver ? undefined : await findLinkUser(services.db.read, sessionId, now);
  const isFetch = request.method !== 'HEAD';
  if (!user || (isFetch && !(await countLinkFetch(services, id))))
    throw new Problem('link_expired', DOCUMENTS.expired);
  return { ...user, tokenHash: '' };
}

/* Cookies that tell browsers apart. They sign nobody in: tokens are sent as headers by script. */
type Name = keyof typeof COOKIES;
type Parts = Pick<Context, 'cookie' | 'publicUrl' | 'linkSecret'>;

/** 43 characters of base64url, as `createValue` makes them. */
const VALUE = '([\\w-]{43})';
const PATTERNS = {
  challenge: new RegExp(`(?:^|;)\\s*${COOKIES.challenge.name}=${VALUE}\\s*(?:;|$)`),
  device: new RegExp(`(?:^|;)\\s*${COOKIES.device.name}=${VALUE}\\s*(?:;|$)`),
};
const RANDOM_BYTES = 15;
const RANDOM_CHARS = 20;
const SIGNED_CHARS = 23;

/** 120 random bits and our signature of them: a value that a client made up is told apart. */
function createValue({ linkSecret }: Parts, random = randomBytes(RANDOM_BYTES)): string {
  const text = random.toString('base64url');
  return text + signatureOf(linkSecret, 'browser', text).slice(0, SIGNED_CHARS);
}

/** Devices of before have values without a signature; a challenge lives for minutes. */
function read(context: Parts, name: Name): string | undefined {
  const value = PATTERNS[name].exec(context.cookie ?? '')?.[1];
  if (value === undefined || name === 'device') return value;
  const random = Buffer.from(value.slice(0, RANDOM_CHARS), 'base64url');
  return isSame(value, createValue(context, random)) ? value : undefined;
}

export function sentBrowser(context: Parts, name: Name): string | undefined {
  const value = read(context, name);
  return value && hashToken(value);
}

/** Whether the client sends cookies back: a first visit and a client without cookies look alike. */
export const keepsCookies = (context: Parts): boolean =>
  read(context, 'challenge') !== undefined || read(context, 'device') !== undefined;

/** The hash to be stored, and the header that gives the browser its cookie or renews it. */
export function browserCookie(context: Parts, name: Name) {
  const value = read(context, name) ?? createValue(context);
  const { name: cookie, lifetimeSeconds } = COOKIES[name];
  const attributes = [
    `${cookie}=${value}`,
    `Max-Age=${lifetimeSeconds}`,
    `Path=${API_BASE}/auth`,
    'HttpOnly',
    'SameSite=Strict',
    ...(context.publicUrl.startsWith('https://') ? ['Secure'] : []),
  ];
  return { browser: hashToken(value), headers: { 'set-cookie': attributes.join('; ') } };
}
