import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { sendForm, type Sender, type UploadProgress } from './form-upload.ts';
import { apiPath } from './transport.ts';

export type { UploadProgress };
export type ProposalUpload = {
  /** The text fields of section 7, as the form has them. */
  fields: Record<string, string>;
  files: Partial<Record<DocumentKind, File>>;
  /** Given: that proposal is changed; missing: a new one is submitted. */
  proposalId?: string;
  etag?: string | null;
  /** Keep it for every retry of the same submission, so that it can never become two (contract.md section 3). */
  idempotencyKey?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
};

/** A key for one submission; make it once, when the form is filled, and use it for all its tries. */
export const createIdempotencyKey = (): string => crypto.randomUUID();

/** Sends text and PDFs in one request. */
export function sendProposal({ fields, files, proposalId, ...rest }: ProposalUpload, sender: Sender): Promise<Proposal> {
  const data = buildForm(fields, files);
  return proposalId === undefined
    ? sendForm<Proposal>({ ...rest, data, method: 'POST', path: apiPath('/proposals/'), fallback: PROPOSAL.submitFailed }, sender)
    : sendForm<Proposal>({ ...rest, data, method: 'PATCH', path: apiPath(`/proposals/${encodeURIComponent(proposalId)}`), fallback: PROPOSAL.updateFailed }, sender);
}

function buildForm(fields: ProposalUpload['fields'], files: ProposalUpload['files']): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [name, file] of Object.entries(files)) if (file) data.set(name, file, file.name);
  return data;
}
