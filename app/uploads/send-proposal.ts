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
  proposalId: string;
  etag?: string | null;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
};

/** Sends the changed text and PDFs of a proposal in one request. */
export function sendProposal(
  { fields, files, proposalId, ...rest }: ProposalUpload,
  sender: Sender,
): Promise<Versioned<Proposal>> {
  const path = apiPath(`/proposals/${encodeURIComponent(proposalId)}`);
  const data = buildForm(fields, files);
  return sendForm<Proposal>(
    { ...rest, method: 'PATCH', path, data, fallback: PROPOSAL.updateFailed },
    sender,
  );
}

function buildForm(fields: ProposalUpload['fields'], files: ProposalUpload['files']): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [key, file] of Object.entries(files))
    if (file) data.set(isDocumentKind(key) ? key : answerField(key), file, file.name);
  return data;
}
