import type { Draft, DraftDocument } from '#domain/drafts/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '#domain/proposals/rules.ts';
import { submitProposalInput } from '#domain/proposals/schema.ts';
import { digestOf } from '#app/api/digest.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { readForm, type FormProblem } from '#app/ui/form-values.ts';
import type { DocumentState } from '#app/uploads/document-upload.ts';
import type { PickedDocument } from './document-field.tsx';
import { missingDocument } from '../labels.ts';
import { submitLabels } from './submit-labels.ts';

/** A document as the applicant sees it: chosen in this form, or sent before. */
export type ShownDocument = {
  name: string;
  size: number;
  /** Chosen here. */
  file?: File;
  /** How it gets on; missing where it goes up with Submit. */
  state?: DocumentState;
  /** What the server has of it, where it was not chosen here. */
  stored?: DraftDocument;
  refusal: string | undefined;
};
export type Documents = Partial<Record<DocumentKind, ShownDocument>>;
type Picked = Partial<Record<DocumentKind, PickedDocument | null>>;
type States = Partial<Record<DocumentKind, DocumentState>>;

/** What was chosen here comes before what the draft has. */
export function readDocuments(
  picked: Picked,
  states: States,
  draft: Draft | null,
  replaced: Partial<Record<DocumentKind, boolean>>,
): Documents {
  const shown = (kind: DocumentKind): ShownDocument | undefined => {
    const [chosen, stored, state] = [picked[kind], draft?.documents[kind], states[kind]];
    if (chosen) return ofFile(chosen, state);
    if (!stored || replaced[kind]) return undefined;
    return { name: stored.name, size: stored.size, stored, refusal: refusalOf(stored) };
  };
  return Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, shown(kind)]));
}

const ofFile = ({ file, refusal }: PickedDocument, state?: DocumentState): ShownDocument => ({
  name: file.name,
  size: file.size,
  file,
  refusal: state?.phase === 'refused' ? state.message : refusal,
  ...(state && { state }),
});

const refusalOf = ({ state, message }: DraftDocument): string | undefined =>
  state === 'refused' ? (message ?? undefined) : undefined;

/** What keeps answers and documents from being submitted: a sentence for each; null if nothing. */
export function refuseSubmission(
  programId: string,
  values: FormValues,
  documents: Documents,
): FormProblem | null {
  const { problem } = readForm(submitProposalInput, { program_id: programId, ...values });
  const refused = DOCUMENT_KINDS.flatMap((kind) => {
    const refusal = refuseDocument(kind, documents[kind]);
    return refusal ? [[kind, refusal] as const] : [];
  });
  const fields = { ...problem?.fields, ...Object.fromEntries(refused) };
  if (Object.keys(fields).length === 0) return null;
  const isMissing = DOCUMENT_KINDS.some((kind) => !documents[kind]);
  const message = problem?.message ?? refused[0]![1];
  return { message: isMissing ? PROPOSAL.missingFiles : message, fields };
}

function refuseDocument(kind: DocumentKind, document: ShownDocument | undefined) {
  if (document?.refusal) return document.refusal;
  if (document?.stored?.state === 'checking') return submitLabels.checkingStill;
  const isHalf = document?.stored?.state === 'uploading';
  return !document || isHalf ? missingDocument(DOCUMENT_LABELS[kind]) : undefined;
}

/** What `submit` says of them. One after the other: a phone holds a whole file to digest it. */
export async function digestDocuments(documents: Documents) {
  const digests: Partial<Record<DocumentKind, { size: number; sha256: string }>> = {};
  for (const kind of DOCUMENT_KINDS) {
    const { file, stored, size } = documents[kind]!;
    const sha256 = file ? await digestOf(file) : stored?.sha256;
    if (sha256) digests[kind] = { size, sha256 };
  }
  return digests as Record<DocumentKind, { size: number; sha256: string }>;
}
