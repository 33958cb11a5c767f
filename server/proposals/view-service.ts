/** Shows a document in our own pages. */
import type { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import { documentFileName } from '#domain/proposals/rules.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import { inlineHeaders } from '../files/links.ts';
import { openVerified } from '../files/verified.ts';
import { missingDocument, requireUnlocked } from './documents-service.ts';
import * as store from './store.ts';

/** Where the browser says the request comes from, and which version it already has. */
type Asked = { site: string | undefined; ifNoneMatch: string | undefined };
type Shown = { headers: Record<string, string>; stream: Readable | undefined };

/**
 * Opens a document to be shown inline; without a stream, the caller already has it. Refuses with
 * 403 requests from another site, with 404, with 409 while the document is locked, and with 503 if
 * it differs from what was received.
 */
export async function viewDocument(
  context: UserContext,
  { id, kind }: { id: string; kind: string },
  { site = 'same-origin', ifNoneMatch }: Asked,
): Promise<Shown> {
  if (site !== 'same-origin' && site !== 'none')
    throw new Problem('forbidden', PROPOSAL_RULES.foreignViewer);
  const found = isId(id)
    ? await store.findDocument(context.db.read, 'all', { proposalId: id, kind })
    : undefined;
  if (!found) throw missingDocument();
  requireUnlocked(context, found);
  const etag = `"${found.sha256}"`;
  if (namesTag(ifNoneMatch, etag)) return { headers: { etag }, stream: undefined };
  const stream = await openVerified(context, found);
  if (!stream) {
    context.log.error({ key: found.key }, 'a document has no file');
    throw missingDocument();
  }
  const name = documentFileName(found.business_name, found.kind);
  return { headers: { ...inlineHeaders(name, 'application/pdf', found.size), etag }, stream };
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
