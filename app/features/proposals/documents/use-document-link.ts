import { useEffect, useState, useSyncExternalStore } from 'react';
import { DOCUMENTS } from '#domain/proposals/messages.ts';
import type { DocumentLink } from '#domain/proposals/schema.ts';
import { ApiError, type Fallback } from '#app/api/api-error.ts';
import {
  cacheDocumentLink,
  forgetDocumentLink,
  readDocumentLink,
  watchDocumentLinks,
} from '#app/storage/document-links.ts';
import { toast } from '#app/ui/toast.tsx';

/** Shown when an answer has no message, and when there is no answer. */
export const LINK_FALLBACK: Fallback = { network: DOCUMENTS.error, failed: DOCUMENTS.failed };

/**
 * The download link of one document: requested once, cached for an hour, then dropped. A replaced
 * document has another key and therefore no link yet.
 */
export function useDocumentLink(
  proposalId: string,
  documentKey: string,
  request: () => Promise<DocumentLink>,
) {
  const key = `${proposalId}:${documentKey}`;
  const stored = useSyncExternalStore(
    watchDocumentLinks,
    () => readDocumentLink(key),
    () => null,
  );
  const [isBusy, setBusy] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const [error, setError] = useState<string | null>(null);

  if (stored === 'expired' && !isExpired) setExpired(true);
  useEffect(() => {
    if (isExpired) forgetDocumentLink(key);
  }, [isExpired, key]);
  /** Whether the cached link still works; if not, it is cleared and the screen says so. */
  const check = (): boolean => {
    const link = readDocumentLink(key);
    const isUsable = link !== null && link !== 'expired';
    if (!isUsable) setExpired(true);
    return isUsable;
  };

  const ask = async () => {
    setBusy(true);
    setError(null);
    try {
      const answer = await request();
      const address = answer.presigned_url || answer.url;
      if (!address) throw new Error(DOCUMENTS.noUrl);
      cacheDocumentLink(key, address);
      toast.success(DOCUMENTS.generated);
    } catch (cause) {
      const message =
        cause instanceof ApiError || (cause instanceof Error && cause.message === DOCUMENTS.noUrl)
          ? cause.message
          : DOCUMENTS.error;
      setError(message);
    } finally {
      setBusy(false);
    }
  };
  return {
    url: stored === 'expired' ? null : stored,
    isBusy,
    isExpired,
    error,
    ask,
    check,
    closeExpired: () => setExpired(false),
  };
}
