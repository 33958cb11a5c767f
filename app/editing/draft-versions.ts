import type { FormValues } from '#app/storage/draft-store.ts';
import type { Draft } from '#app/storage/local-storage.ts';

/** The server's version. `savedAt` in milliseconds since 1970, by the clock of this device. */
export type Saved = { values: FormValues; etag: string | null; savedAt: number };
/** `mine` is in the form; `other` can be brought back. */
export type Versions = { mine: Draft | null; other: Draft | null };

export const isEmpty = (values: FormValues): boolean => Object.values(values).every((v) => !v);

const tidy = (text = ''): string => text.replace(/\s+/g, ' ').trim();

/** A missing field equals an empty one; differences in white space are ignored. */
export function isSame(one: FormValues = {}, other: FormValues = {}): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => tidy(one[name]) === tidy(other[name]));
}

/**
 * Decides which version counts once the server has answered. Input that was never saved stays,
 * unless another version was saved later: then that one counts, and the input can be restored.
 * What was sent from here without an answer is not another version.
 */
export function reconcile(versions: Versions, theirs: Saved | null): Versions {
  const { mine, other } = versions;
  if (!theirs) return withoutTheirs(mine, other);
  if (mine && isOwn(mine.unanswered ?? [], theirs))
    return { mine: { ...mine, etag: theirs.etag }, other };
  if (isEmpty(theirs.values)) return withEmptied(versions, theirs);
  const saved: Draft = { ...theirs, isSent: true };
  if (!mine || mine.isSent || isSame(mine.values, theirs.values)) return { mine: saved, other };
  if (mine.etag === theirs.etag) return { mine, other };
  return theirs.savedAt > mine.savedAt
    ? { mine: saved, other: mine }
    : { mine: { ...mine, etag: theirs.etag, isSent: false }, other: saved };
}

/** Cleared elsewhere, or created by an upload: text typed here and never saved is preserved. */
function withEmptied({ mine, other }: Versions, theirs: Saved): Versions {
  if (mine && !mine.isSent) return { mine: { ...mine, etag: theirs.etag }, other };
  const isOld = mine !== null && mine.etag !== theirs.etag;
  return { mine: { ...theirs, isSent: true }, other: isOld ? mine : other };
}

/**
 * A draft that the server once had was deleted or submitted elsewhere, so it is only offered; one
 * that the server never had stays in the form.
 */
const withoutTheirs = (mine: Draft | null, other: Draft | null): Versions =>
  mine?.isSent && mine.etag
    ? { mine: null, other: mine }
    : { mine: mine && { ...mine, etag: null, isSent: false }, other };

const textOf = (html: string): string => html.replace(/<[^>]*>|&\w+;|\s+/g, '');
const textsOf = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));

/** Whether the server's version was sent from here, even though the server has sanitised it. */
const isOwn = (sent: readonly FormValues[], theirs: Saved): boolean =>
  sent.some((values) => isSame(textsOf(values), textsOf(theirs.values)));
