import { put, take } from './tab-storage.ts';

/** A sentence that outlives one change of document, in this tab only. */
const FLASH = 'flash';

export function leaveFlash(message: string): void {
  put(FLASH, message);
}

export const takeFlash = (): string | null => take(FLASH);
