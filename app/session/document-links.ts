import { DOWNLOADS } from '#domain/constants.ts';
import { readLink, writeLink, type CachedLink } from './storage.ts';

/** A document's link, kept for an hour (section 4). `key` names proposal and document. */
export function cacheDocumentLink(key: string, url: string, now = Date.now()): CachedLink {
  const link = { url, expiresAt: now + DOWNLOADS.lifetime * 1000 };
  writeLink(key, link);
  return link;
}

/** 'expired' is told apart from none, because the screen says so once and clears it. */
export function readDocumentLink(key: string, now = Date.now()): CachedLink | 'expired' | null {
  const link = readLink(key);
  if (!link) return null;
  return link.expiresAt > now ? link : 'expired';
}

export const forgetDocumentLink = (key: string): void => writeLink(key, null);
