import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '#domain/proposals/rules.ts';
import { updateProposalInput } from '#domain/proposals/schema.ts';
import type { ApiError } from '#app/api/api-error.ts';
import { readForm, type Reading } from '#app/ui/form-values.ts';
import type { PickedDocument } from './document-field.tsx';

export type Picked = Partial<Record<DocumentKind, PickedDocument | null>>;
export type FilledProposal = {
  fields: Record<string, string>;
  files: Partial<Record<DocumentKind, File>>;
};

/** Reads a change, in which no document is needed. Refuses with the sentences of spec §5.5. */
export function readProposal(data: FormData, picked: Picked): Reading<FilledProposal> {
  const reading = readForm(updateProposalInput, data);
  const refused = Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => (picked[kind]?.refusal ? [[kind, picked[kind].refusal]] : [])),
  );
  const fields = { ...reading.problem?.fields, ...refused };
  if (reading.value && Object.keys(fields).length === 0)
    return { value: { fields: toText(reading.value), files: filesOf(picked) } };
  const message = reading.problem?.message ?? Object.values(refused)[0]!;
  return { problem: { message, fields } };
}

const toText = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value ?? '')]));
const filesOf = (picked: Picked) =>
  Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => (picked[kind] ? [[kind, picked[kind].file]] : [])),
  );

/**
 * The server names each refused document in a sentence of its own (413, 415): it belongs beside
 * that file too.
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
