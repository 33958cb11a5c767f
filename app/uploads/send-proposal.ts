import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { sendForm, type Sender, type UploadProgress } from './form-upload.ts';
import { apiPath, type Versioned } from '#app/api/transport.ts';

export type { UploadProgress };
export type ProposalUpload = {
  /** The text fields of spec §7.7, with the form's values. */
  fields: Record<string, string>;
  files: Partial<Record<DocumentKind, File>>;
  /** With it, that proposal is changed; without it, a new one is submitted. */
  proposalId?: string;
  etag?: string | null;
  /** Use the same key for all retries of the same form, so that it cannot become two proposals. */
  idempotencyKey?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
};

/** Sends text and PDFs in one request. */
export function sendProposal(
  { fields, files, proposalId, ...rest }: ProposalUpload,
  sender: Sender,
): Promise<Versioned<Proposal>> {
  const target =
    proposalId === undefined
      ? ({ method: 'POST', path: '/proposals/', fallback: PROPOSAL.submitFailed } as const)
      : ({
          method: 'PATCH',
          path: `/proposals/${encodeURIComponent(proposalId)}`,
          fallback: PROPOSAL.updateFailed,
        } as const);
  return sendForm<Proposal>(
    { ...rest, ...target, path: apiPath(target.path), data: buildForm(fields, files) },
    sender,
  );
}

function buildForm(fields: ProposalUpload['fields'], files: ProposalUpload['files']): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [name, file] of Object.entries(files)) if (file) data.set(name, file, file.name);
  return data;
}
