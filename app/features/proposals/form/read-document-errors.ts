import { DOCUMENT_LABELS } from '#domain/proposals/rules.ts';
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
  const pairs = Object.entries(DOCUMENT_LABELS).map(
    ([kind, label]) =>
      [kind, sentences.find((sentence) => sentence.startsWith(`The ${label}`))?.trim()] as const,
  );
  return Object.fromEntries(
    pairs.filter((pair): pair is [(typeof pair)[0], string] => pair[1] !== undefined),
  );
}
