/** Displays a document on our own pages. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { documentFileName } from '#domain/proposals/rules.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import { inlineHeaders } from '../files/links.ts';
import { openVerified } from '../files/verified.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { missingDocument, requireUnlocked } from './documents.ts';
import * as documentStore from './document-store.ts';

/** The origin of the request according to the browser, and the version that it already has. */
type ViewConditions = { site: string | undefined; ifNoneMatch: string | undefined };
type FileResponse = { headers: Record<string, string>; stream: Readable | undefined };

export const readAsked = ({ headers }: IncomingMessage): ViewConditions => ({
  site: (headers['sec-fetch-site'] as string | undefined) ?? siteOf(headers),
  ifNoneMatch: headers['if-none-match'],
});

/** From older browsers, which only name the origin of a page of another site. */
const siteOf = ({ origin, host }: IncomingHttpHeaders): string | undefined =>
  origin === undefined || URL.parse(origin)?.host === host ? undefined : 'cross-site';

/** Refuses with 403 a request from a page of another site. */
export function requireOwnPage({ site = 'same-origin' }: ViewConditions): void {
  if (site !== 'same-origin' && site !== 'none')
    throw new Problem('forbidden', PROPOSAL_RULES.foreignViewer);
}

/** A document that may be displayed, with the name under which it is saved. */
type Showable = { key: string; size: number; sha256: string; name: string };

/**
 * Headers and bytes of a document to be displayed inline; without a stream, the caller already has
 * it. Refuses with 404, and with 503 if it differs from what was received.
 */
export async function showDocument(
  context: UserContext,
  { name, ...file }: Showable,
  { ifNoneMatch }: ViewConditions,
): Promise<FileResponse> {
  const etag = `"${file.sha256}"`;
  if (namesTag(ifNoneMatch, etag)) return { headers: { etag }, stream: undefined };
  const stream = await openVerified(context, file);
  if (!stream) {
    context.log.error({ key: file.key }, 'a document has no file');
    throw missingDocument();
  }
  return { headers: { ...inlineHeaders(name, file.size), etag }, stream };
}

/**
 * Opens a document of a proposal to be displayed inline. Refuses with 403 a page of another site,
 * with 404, with 409 while it is locked, and with 503 if it differs from what was received.
 */
export async function viewDocument(
  context: UserContext,
  { id, kind }: { id: string; kind: string },
  asked: ViewConditions,
): Promise<FileResponse> {
  requireOwnPage(asked);
  const found = isId(id)
    ? await documentStore.findDocument(context.db.read, 'all', { proposalId: id, kind })
    : undefined;
  if (!found) throw missingDocument();
  requireUnlocked(context, found);
  const name = documentFileName(found.business_name, found.kind);
  return showDocument(context, { ...found, name }, asked);
}

export const toAnswer = ({ headers, stream }: FileResponse): ApiResponse =>
  stream ? { headers, body: stream } : { status: 304, headers };

const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
