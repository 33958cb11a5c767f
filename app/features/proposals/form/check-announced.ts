import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import type { Digest } from '#domain/drafts/schema.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { digestOf } from '#app/uploads/digest.ts';

/**
 * Why this is not the document that was announced with the submission, found before a byte is sent:
 * by its size, then by its digest.
 */
export async function refuseOther(
  kind: DocumentKind,
  announced: Digest,
  file: File,
): Promise<string | undefined> {
  const isSame = file.size === announced.size && (await digestOf(file)) === announced.sha256;
  return isSame ? undefined : DRAFT_RULES.otherThanAnnounced(kind, announced);
}
