import { isDocumentKind } from '#domain/proposals/rules.ts';
import { answerField } from '#domain/questions/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { sendForm, type Sender, type UploadProgress } from './form-upload.ts';
import { apiPath, type Versioned } from '#app/api/transport.ts';

export type { UploadProgress };
export type ProposalUpload = {
  /** The text fields of spec §7.7, with the form's values. */
  fields: Record<string, string>;
  /** By key: kinds, and questions that take a file. */
  files: Partial<Record<string, File>>;
  /** Of the call that changes it, or enters it. */
  path: string;
  method?: 'PATCH' | 'POST';
  etag?: string | null;
  idempotencyKey?: string;
  /** The sentence if the server sends none. */
  fallback?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
};

/** Sends text and PDFs of a proposal in one request. */
export function sendProposal(
  { fields, files, path, ...rest }: ProposalUpload,
  sender: Sender,
): Promise<Versioned<Proposal>> {
  const data = buildForm(fields, files);
  const usual = { method: 'PATCH', fallback: PROPOSAL.updateFailed } as const;
  return sendForm<Proposal>({ ...usual, ...rest, path: apiPath(path), data }, sender);
}

/** The field of a file, by its key. */
export const fileField = (key: string): string =>
  isDocumentKind(key) || key === 'evidence' ? key : answerField(key);

function buildForm(fields: ProposalUpload['fields'], files: ProposalUpload['files']): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [key, file] of Object.entries(files))
    if (file) data.set(fileField(key), file, file.name);
  return data;
}
