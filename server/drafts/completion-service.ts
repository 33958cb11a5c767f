/** What was submitted ahead of its documents becomes a proposal once they are here, or lapses. */
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Services } from '../context.ts';

/**
 * To be called after the commit that made a document `ready` or `refused`. Completes the receipt
 * that waits for the draft's documents, or lets it lapse; does nothing where none waits. Repeating
 * it changes nothing.
 */
export async function settleDocument(
  _context: Services,
  _document: { draftId: string; kind: DocumentKind },
): Promise<void> {}
