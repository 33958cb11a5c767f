import { readToken } from '#app/storage/local-storage.ts';
import { announceExpiry } from '#app/api/browser.ts';
import type { Sender } from './form-upload.ts';

/** Who sends files, for what makes its requests by itself: few screens do. */
export const sender: Sender = { readToken, onUnauthorized: announceExpiry };
