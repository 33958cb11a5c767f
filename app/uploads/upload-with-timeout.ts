import type { Proposal } from '#domain/proposals/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { ApiError } from '#app/api/api-error.ts';
import { sender } from './browser-sender.ts';
import { sendProposal, type ProposalUpload, type UploadProgress } from './send-proposal.ts';

/**
 * Milliseconds without progress after which the connection counts as lost: even on the slowest
 * phone, one packet gets through in that time.
 */
const STALLED_MS = 60_000;
/**
 * Milliseconds for the answer once everything has been sent: the documents are inspected meanwhile.
 */
const UNANSWERED_MS = 180_000;

type TimedUpload = ProposalUpload & {
  onProgress: (progress: UploadProgress) => void;
  signal: AbortSignal;
};

/**
 * One attempt of an upload that fails with "no answer" if the connection is lost: browsers may wait
 * for many minutes.
 */
export async function uploadWithTimeout(upload: TimedUpload): Promise<Proposal> {
  const line = new AbortController();
  const lose = () => line.abort();
  let timer = setTimeout(lose, STALLED_MS);
  const onProgress = (progress: UploadProgress) => {
    clearTimeout(timer);
    timer = setTimeout(lose, progress.loaded < progress.total ? STALLED_MS : UNANSWERED_MS);
    upload.onProgress(progress);
  };
  window.addEventListener('offline', lose);
  try {
    return await sendProposal(
      {
        ...upload,
        onProgress,
        signal: AbortSignal.any([upload.signal, line.signal]),
      },
      sender,
    );
  } catch (error) {
    throw line.signal.aborted && !upload.signal.aborted
      ? new ApiError(0, 'network', upload.fallback ?? PROPOSAL.updateFailed)
      : error;
  } finally {
    clearTimeout(timer);
    window.removeEventListener('offline', lose);
  }
}
