/**
 * Links to a download that needs a token, for browsers that cannot save what a script has fetched:
 * contract §3, Links. A link is the address of the call itself, signed for its user.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DOWNLOADS } from '#domain/constants.ts';
import type { DownloadLink } from '#domain/download-links.ts';
import { Problem } from '#domain/problem.ts';
import { DOCUMENTS, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import type { Context, Services, User } from '../context.ts';
import { isSame, signatureOf } from '../files/links.ts';
import { countLinkFetch } from '../rate-limits/service.ts';
import { findLinkUser } from '../sessions/store.ts';

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
export function createDownloadLink(
  { publicUrl, linkSecret, clock, actor }: Context,
  request: FastifyRequest,
): DownloadLink {
  const { address } = splitAddress(request.raw.url!);
  const expiresAt = new Date(clock().getTime() + DOWNLOADS.linkSeconds * 1000);
  const parts = [randomUUID(), actor.id!, String(expiresAt.getTime())];
  const signature = signatureOf(linkSecret, LINK, address, ...parts);
  const link = [...parts, signature].join(BETWEEN);
  const url = `${publicUrl}${address}${address.includes('?') ? '&' : '?'}${LINK}=${link}`;
  return { url, expires_at: expiresAt.toISOString() };
}

/**
 * The user of a request whose address is such a link; undefined if it is none. Refuses with 403 a
 * changed or expired one, and one that was fetched too often. Counts the fetch.
 */
export async function readDownloadLink(
  services: Services,
  request: FastifyRequest,
): Promise<User | undefined> {
  const { address, link } = splitAddress(request.raw.url!);
  if (link === null) return undefined;
  const [id = '', userId = '', expires = '', signature = ''] = link.split(BETWEEN);
  if (!isSame(signature, signatureOf(services.linkSecret, LINK, address, id, userId, expires)))
    throw new Problem('link_invalid', PROPOSAL_RULES.linkInvalid);
  const isOver = services.clock().getTime() >= Number(expires);
  const user = isOver ? undefined : await findLinkUser(services.db.read, userId);
  if (!user || !(await countLinkFetch(services, id)))
    throw new Problem('link_expired', DOCUMENTS.expired);
  return { ...user, tokenHash: '' };
}
