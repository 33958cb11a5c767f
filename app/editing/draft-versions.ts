import type { FormValues } from '#app/storage/draft-store.ts';
import type { Draft } from '#app/storage/local-storage.ts';

/** The server's version. `savedAt` in milliseconds since 1970, by the clock of this device. */
export type Saved = { values: FormValues; etag: string | null; savedAt: number };
/** `mine` is in the form; `others` can be brought back, the first one first. */
export type Versions = { mine: Draft | null; others: Draft[] };

const MOST_OTHERS = 5;
const MOST_UNANSWERED = 20;

export const isEmpty = (values: FormValues): boolean => Object.values(values).every((v) => !v);

const tidy = (text = ''): string => text.replace(/\s+/g, ' ').trim();

/** A missing field equals an empty one; differences in white space are ignored. */
export function differingNames(one: FormValues = {}, other: FormValues = {}): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => tidy(one[name]) !== tidy(other[name]));
}

export const isSame = (one?: FormValues, other?: FormValues): boolean =>
  differingNames(one, other).length === 0;

/**
 * Decides which version counts once the server has answered. Input that was never saved stays,
 * unless another version was saved later: then that one counts, and the input can be restored.
 * What was sent from here without an answer is not another version.
 */
export function reconcile(versions: Versions, theirs: Saved | null): Versions {
  const { mine, others } = versions;
  if (!theirs) return withoutTheirs(versions);
  if (mine && isOwn(mine.unanswered ?? [], theirs))
    return { mine: { ...mine, etag: theirs.etag }, others };
  if (isEmpty(theirs.values)) return withEmptied(versions, theirs);
  const saved: Draft = { ...theirs, isSent: true };
  if (!mine || mine.isSent || isSame(mine.values, theirs.values)) return { mine: saved, others };
  if (mine.etag === theirs.etag) return versions;
  return theirs.savedAt > mine.savedAt
    ? putAside({ mine: saved, others }, mine)
    : putAside({ mine: { ...mine, etag: theirs.etag, isSent: false }, others }, saved);
}

/** Cleared elsewhere, or created by an upload: text typed here and never saved is preserved. */
function withEmptied({ mine, others }: Versions, theirs: Saved): Versions {
  if (mine && !mine.isSent) return { mine: { ...mine, etag: theirs.etag }, others };
  const saved: Draft = { ...theirs, isSent: true };
  return mine && mine.etag !== theirs.etag
    ? putAside({ mine: saved, others }, mine)
    : { mine: saved, others };
}

/**
 * A draft that the server once had was deleted or submitted elsewhere, so it is only offered; one
 * that the server never had stays in the form.
 */
const withoutTheirs = ({ mine, others }: Versions): Versions =>
  mine?.isSent && mine.etag
    ? putAside({ mine: null, others }, mine)
    : { mine: mine && { ...mine, etag: null, isSent: false }, others };

/** In front of the others; the same text only once, and not that of the form. */
export function putAside({ mine, others }: Versions, ...drafts: Draft[]): Versions {
  const kept: Draft[] = [];
  for (const draft of [...drafts, ...others])
    if (!isEmpty(draft.values) && ![mine, ...kept].some((one) => isSame(one?.values, draft.values)))
      kept.push(draft);
  return { mine, others: kept.slice(0, MOST_OTHERS) };
}

const textOf = (html: string): string => html.replace(/<[^<>]*>|&\w+;|\s+/g, '');
const textsOf = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));

/** Whether the server's version was sent from here, even though the server has sanitised it. */
const isOwn = (sent: readonly FormValues[], theirs: Saved): boolean =>
  sent.some((values) => isSame(textsOf(values), textsOf(theirs.values)));

/** What is sent now has no answer yet. */
export function withUnanswered(mine: Draft): Draft {
  const others = (mine.unanswered ?? []).filter((values) => !isSame(values, mine.values));
  return { ...mine, unanswered: [...others, mine.values].slice(-MOST_UNANSWERED) };
}
