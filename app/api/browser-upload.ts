import { readToken } from '#app/storage/local-storage.ts';
import { announceExpiry } from './browser.ts';
import type { Sender } from './form-upload.ts';
import { sendPost, type PostUpload } from './post-upload.ts';
import { sendProposal, type ProposalUpload } from './upload.ts';

/** Who sends files, for what makes its requests by itself: few screens do. */
export const sender: Sender = { readToken, onUnauthorized: announceExpiry };

export const uploadProposal = (upload: ProposalUpload) => sendProposal(upload, sender);
export const uploadPost = (upload: PostUpload) => sendPost(upload, sender);
