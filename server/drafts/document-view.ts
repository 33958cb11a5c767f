/** Shows a document of a draft to its owner, on any device. */
import type { DocumentLink } from '#domain/proposals/schema.ts';
import type { Context, UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { LinkQuery } from '../files/links.ts';
import {
  missingDocument,
  openDocument,
  requireUnlocked,
  signDocumentLink,
} from '../proposals/documents.ts';
import { requireOwnPage, showDocument } from '../proposals/document-view.ts';
import { findLinkedDocument, findReadyDocument } from './store.ts';

/** Drafts are looked through for viruses only once they have been submitted. */
const UNSCANNED = { scanned_at: null, threat: null };

type DocumentAddress = { programId: string; kind: string };

/**
 * Opens a document of the applicant's own draft to be displayed inline. Refuses with 403 a page of
 * another site, 404 a document that is missing, somebody else's, incomplete or unchecked, 409 if
 * documents are scanned for viruses, which only happens after submission, and 503 if it differs
 * from what was received.
 */
export async function viewDraftDocument(
  context: UserContext,
  { programId, kind }: DocumentAddress,
  asked: Parameters<typeof showDocument>[2],
): ReturnType<typeof showDocument> {
  requireOwnPage(asked);
  return showDocument(context, await findOwn(context, { programId, kind }), asked);
}

/** A download link for it, for an hour. Refuses as above. */
export async function getDraftDocumentLink(
  context: UserContext,
  wanted: DocumentAddress,
): Promise<DocumentLink> {
  const { key, name } = await findOwn(context, wanted);
  return signDocumentLink(context, key, name);
}

async function findOwn(context: UserContext, { programId, kind }: DocumentAddress) {
  const owner = { userId: context.actor.id, programId };
  const found = isId(programId) ? await findReadyDocument(context.db.read, owner, kind) : undefined;
  if (!found?.sha256) throw missingDocument();
  requireUnlocked(context, { kind: found.kind, ...UNSCANNED });
  const { key, size, sha256, name } = found;
  return { key, size: Number(size), sha256, name };
}

/** Opens what a signed link leads to, a proposal's document or a draft's: see `openDocument`. */
export const openLinkedDocument = (
  context: Context,
  link: LinkQuery,
): ReturnType<typeof openDocument> =>
  openDocument(context, link, async (key) => {
    const found = await findLinkedDocument(context.db.read, key);
    return found?.sha256 ? { ...found, sha256: found.sha256, ...UNSCANNED } : undefined;
  });
