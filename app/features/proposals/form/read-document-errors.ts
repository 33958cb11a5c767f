import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { ApiError } from '#app/api/api-error.ts';

/**
 * The server names each refused document in its own sentence (413, 415), which is also shown beside
 * that field.
 */
export function mapDocumentErrors({
  status,
  message,
}: Pick<ApiError, 'status' | 'message'>): Record<string, string> {
  if (status !== 413 && status !== 415) return {};
  const sentences = message.split(
    new RegExp(`(?=The (?:${Object.values(DOCUMENT_LABELS).join('|')})\\b)`),
  );
  const pairs = DOCUMENT_KINDS.map(
    (kind) =>
      [
        kind,
        sentences.find((sentence) => sentence.startsWith(`The ${DOCUMENT_LABELS[kind]}`))?.trim(),
      ] as const,
  );
  return Object.fromEntries(
    pairs.filter((pair): pair is [DocumentKind, string] => pair[1] !== undefined),
  );
}
