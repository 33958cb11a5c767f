/**
 * Compares the documents of a draft with the announced digests, and turns them into documents of a
 * proposal.
 */
import type { Digest } from '#domain/drafts/schema.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { DocumentRow } from '../proposals/store.ts';
import type { DraftDocumentRow } from './store.ts';

export type Announced = Record<DocumentKind, Digest>;

export const isAnnounced = (
  { kind, size, sha256 }: Pick<DraftDocumentRow, 'kind' | 'size' | 'sha256'>,
  announced: Announced,
): boolean => announced[kind].sha256 === sha256 && announced[kind].size === Number(size);

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
