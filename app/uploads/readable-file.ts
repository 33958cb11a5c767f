import { ApiError } from '#app/api/api-error.ts';
import { unreadable } from './labels.ts';

export const UNREADABLE = 'unreadable';

/**
 * Throws if this device no longer has the file as it was chosen: sending it would fail like a
 * broken connection, for ever. `kind`: the field that is about it.
 */
export async function expectReadable(file: File, kind: string): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    const message = unreadable(file.name);
    throw new ApiError(0, UNREADABLE, message, { [kind]: message });
  }
}
