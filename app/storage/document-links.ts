import { DOWNLOADS } from '#domain/constants.ts';
import { readLink, writeLink, type CachedLink } from './local-storage.ts';

const listeners = new Set<() => void>();
/** Links that could not be stored because storage is full or forbidden. */
const unstored = new Map<string, CachedLink>();

/**
 * Calls `listener` after each change of a link on this screen; returns a function that stops it.
 */
export function watchDocumentLinks(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(key: string, link: CachedLink | null): void {
  writeLink(key, link);
  if (link && !readLink(key)) unstored.set(key, link);
  else unstored.delete(key);
  for (const listener of listeners) listener();
}

/** A document's link, cached for an hour. `key` names proposal and document. */
export const cacheDocumentLink = (key: string, url: string): void =>
  change(key, { url, expiresAt: Date.now() + DOWNLOADS.lifetimeSeconds * 1000 });

/** The address. 'expired' differs from none, because the screen reports it once and clears it. */
export function readDocumentLink(key: string): string | 'expired' | null {
  const link = readLink(key) ?? unstored.get(key);
  if (!link) return null;
  return link.expiresAt > Date.now() ? link.url : 'expired';
}

export const forgetDocumentLink = (key: string): void => change(key, null);
