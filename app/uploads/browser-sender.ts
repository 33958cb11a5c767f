import { isOutdated, readToken } from '#app/storage/local-storage.ts';
import { announceExpiry } from '#app/api/browser.ts';
import type { Sender } from './form-upload.ts';

/** Sends files with its own requests; only a few screens do. */
export const sender: Sender = { readToken, isOutdated, onUnauthorized: announceExpiry };
