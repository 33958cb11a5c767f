import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { UploadProgress } from '#app/uploads/form-upload.ts';
import { warnBeforeLeaving } from '#app/uploads/warn-before-leaving.ts';

/** Milliseconds without a byte being sent after which the connection counts as lost. */
const STALLED_MS = 60_000;

/** `Late`: when everything had left, so that nobody here can know whether it is stored. */
type Sentences = {
  /** A person stopped it. */ stopped: string;
  stoppedLate: string;
  /** The connection broke. */ lost: string;
  lostLate: string;
};
type Line = { onProgress: (progress: UploadProgress) => void; signal: AbortSignal };

/**
 * One upload at a time that cannot be repeated by itself, because nothing keeps it from becoming
 * two. `answerMs`: milliseconds that the answer may take.
 */
export function useUploadRequest(sentences: Sentences, answerMs: number) {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  const isSending = progress !== null;
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => (isSending ? warnBeforeLeaving() : undefined), [isSending]);

  /**
   * Throws what was refused, with an honest sentence where nobody can know whether it was stored.
   */
  const send = async <T>(bytes: number, work: (line: Line) => Promise<T>): Promise<T> => {
    const stop = (running.current = new AbortController());
    const lost = new AbortController();
    const lose = () => lost.abort();
    let timer = setTimeout(lose, STALLED_MS);
    let hasAllLeft = false;
    const onProgress = (now: UploadProgress) => {
      hasAllLeft = now.total > 0 && now.loaded >= now.total;
      clearTimeout(timer);
      timer = setTimeout(lose, hasAllLeft ? answerMs : STALLED_MS);
      setProgress(now);
    };
    setProgress({ loaded: 0, total: bytes });
    window.addEventListener('offline', lose);
    try {
      return await work({ onProgress, signal: AbortSignal.any([stop.signal, lost.signal]) });
    } catch (error) {
      if (stop.signal.aborted)
        throw new ApiError(0, 'aborted', hasAllLeft ? sentences.stoppedLate : sentences.stopped);
      const isSilent = lost.signal.aborted || (error instanceof ApiError && error.status === 0);
      throw isSilent
        ? new ApiError(0, 'network', hasAllLeft ? sentences.lostLate : sentences.lost)
        : error;
    } finally {
      clearTimeout(timer);
      window.removeEventListener('offline', lose);
      setProgress(null);
    }
  };
  return { progress, send, stop: () => running.current?.abort() };
}
