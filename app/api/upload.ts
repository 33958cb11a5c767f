import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { sendForm, type Sender, type UploadProgress } from './form-upload.ts';
import { toHex } from './announced.ts';
import { sendInPieces } from './pieces.ts';
import { apiPath } from './transport.ts';

export type { UploadProgress };
export type ProposalUpload = {
  /** The text fields of spec §7.7, as the form has them. */
  fields: Record<string, string>;
  files: Partial<Record<DocumentKind, File>>;
  /** Given: that proposal is changed; missing: a new one is submitted. */
  proposalId?: string;
  etag?: string | null;
  /**
   * Keep it for every retry of the same form: it can never become two, and goes on where it
   * stopped.
   */
  idempotencyKey?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
};

/**
 * A key for one submission; make it once, when the form is filled, and use it for all its tries.
 */
export const createIdempotencyKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** Bytes of files from which it is worth to go on where a broken line stopped. */
const WORTH_PIECES = 500_000;

/**
 * Sends text and PDFs: in one request what is small, in pieces what would be dear to send twice.
 */
export function sendProposal(
  { fields, files, proposalId, ...rest }: ProposalUpload,
  sender: Sender,
): Promise<Proposal> {
  const target =
    proposalId === undefined
      ? ({ method: 'POST', path: '/proposals/', fallback: PROPOSAL.submitFailed } as const)
      : ({
          method: 'PATCH',
          path: `/proposals/${encodeURIComponent(proposalId)}`,
          fallback: PROPOSAL.updateFailed,
        } as const);
  const bytes = Object.values(files).reduce((sum, file) => sum + (file?.size ?? 0), 0);
  const { idempotencyKey: key } = rest;
  // Pieces are told apart by digests, which a browser makes over https and on localhost only; in
  // one request the first byte counts anyway.
  if (key && bytes > WORTH_PIECES && isSecureContext)
    return sendInPieces<Proposal>({ ...rest, ...target, key, fields, files }, sender);
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
