/**
 * Compares the documents of a draft with the announced digests, and turns them into documents of a
 * proposal.
 */
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Digest } from '#domain/drafts/schema.ts';
import { Problem } from '#domain/problem.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Executor } from '../db/open.ts';
import { findWaiting, type ReceiptRow } from '../receipts/store.ts';
import type { DocumentRow } from '../proposals/document-store.ts';
import type { DraftDocumentRow } from './store.ts';

export type AnnouncedDocuments = Record<DocumentKind, Digest>;

export const isAnnounced = (
  { kind, size, sha256 }: Pick<DraftDocumentRow, 'kind' | 'size' | 'sha256'>,
  announced: AnnouncedDocuments,
): boolean => announced[kind].sha256 === sha256 && announced[kind].size === Number(size);

export const readAnnounced = ({ documents }: Pick<ReceiptRow, 'documents'>): AnnouncedDocuments =>
  JSON.parse(documents) as AnnouncedDocuments;

/** The documents that a submission of this draft still waits for, if one does. */
export async function findAwaited(
  db: Executor,
  draftId: string,
  now: Date,
): Promise<AnnouncedDocuments | undefined> {
  const waiting = await findWaiting(db, draftId);
  return waiting && waiting.complete_until! > now ? readAnnounced(waiting) : undefined;
}

/** 422, because tus clients repeat a 409 without end. */
export const otherThanAnnounced = (kind: DocumentKind, announced: AnnouncedDocuments): Problem =>
  new Problem('documents_differ', DRAFT_RULES.otherThanAnnounced(kind, announced[kind]), {
    status: 422,
  });

/** The same file under the same key: no bytes are copied. */
export const toDocumentRow = (
  { kind, key, size, sha256, pages, markers }: DraftDocumentRow,
  completedAt: Date,
): Omit<DocumentRow, 'proposal_id'> => ({
  kind,
  key,
  size: Number(size),
  sha256: sha256!,
  pages,
  markers: JSON.stringify(markers),
  created_at: completedAt,
});
