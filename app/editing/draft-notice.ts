/** What the person is told about a draft. */
import type { ApiError } from '#app/api/api-error.ts';
import type { Draft } from '#app/storage/local-storage.ts';
import { isEmpty, isSame, type Versions } from './draft-versions.ts';

/** `at`: when it was saved, in milliseconds since 1970, by the clock of this device. */
export type SaveState =
  | { kind: 'nothing' | 'sending' | 'sent'; at: number | null }
  /** Not on the server; `isStored`: on this device at least. */
  | { kind: 'here'; isStored: boolean; isOffline: boolean }
  /** `field`: whose value it is about. */
  | { kind: 'refused'; message: string; field: string | undefined };

/**
 * What the person must be told about the form's initial values; `at`: when the restored, the other
 * or the emptied one was saved. `two`: the newer of two versions is shown; `swapped`: the one that
 * was asked for.
 */
export type DraftNotice = { kind: 'restored' | 'fresh' | 'two' | 'swapped'; at: number } | null;

export const twoOf = (other: Draft): DraftNotice => ({ kind: 'two', at: other.savedAt });
export const restoredOf = (mine: Draft | null): DraftNotice =>
  mine && !isEmpty(mine.values) ? { kind: 'restored', at: mine.savedAt } : null;

/** For the initial values: a version that was put aside on an earlier visit is still offered. */
export function noticeOf({ mine, others: [other] }: Versions): DraftNotice {
  if (!other || isSame(mine?.values, other.values)) return restoredOf(mine);
  return mine && !isEmpty(mine.values) ? twoOf(other) : { kind: 'fresh', at: other.savedAt };
}
/** What the server did not take. */
export const refusedBy = ({ message, fields }: ApiError): SaveState => ({
  kind: 'refused',
  message,
  field: Object.keys(fields)[0],
});

export const swappedOf = ({ others: [other] }: Versions): DraftNotice =>
  other ? { kind: 'swapped', at: other.savedAt } : null;
