/** Shows a document of a draft to its owner, on any device. */
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import { missingDocument, requireUnlocked } from '../proposals/documents-service.ts';
import { requireOwnPage, showDocument } from '../proposals/view-service.ts';
import { findReadyDocument } from './store.ts';

type Wanted = { programId: string; kind: string };

/**
 * Opens a document of the applicant's own draft to be displayed inline. Refuses with 403 a page of
 * another site, 404 a document that is missing, somebody else's, incomplete or unchecked, 409 if
 * documents are scanned for viruses, which only happens after submission, and 503 if it differs
 * from what was received.
 */
export async function viewDraftDocument(
  context: UserContext,
  { programId, kind }: Wanted,
  asked: Parameters<typeof showDocument>[2],
): ReturnType<typeof showDocument> {
  requireOwnPage(asked);
  const owner = { userId: context.actor.id, programId };
  const found = isId(programId) ? await findReadyDocument(context.db.read, owner, kind) : undefined;
  if (!found?.sha256) throw missingDocument();
  requireUnlocked(context, { kind: found.kind, scanned_at: null, threat: null });
  const { key, size, sha256, name } = found;
  return showDocument(context, { key, size: Number(size), sha256, name }, asked);
}
