import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { spread } from '#app/api/queries.ts';
import type { ProposalUpload, UploadProgress } from './send-proposal.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { isWorthRetrying, MAX_TRIES, pauseAfter } from './retry.ts';
import { expectReadable } from './readable-file.ts';
import { waitForConnection } from './wait-for-connection.ts';
import { uploadWithTimeout } from './upload-with-timeout.ts';
import { uploadLabels } from './labels.ts';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

export type UploadState =
  | { phase: 'sending'; progress: UploadProgress }
  | {
      phase: 'waiting';
      /** Null: offline, resumes by itself. */ until: number | null;
      retryNow: () => void;
    }
  | null;
type Request = Omit<ProposalUpload, 'onProgress' | 'signal'>;

/**
 * Sends a changed proposal, and automatically again if the connection breaks. A second call during
 * the first does nothing.
 */
export function useUpload() {
  const [state, setState] = useState<UploadState>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = state !== null;
  useEffect(() => (isRunning ? warnBeforeLeaving() : undefined), [isRunning]);

  const hasAllLeft = useRef(false);
  /** The most bytes sent by any attempt: one that gets further restarts the count. */
  const furthest = useRef(0);

  const tryOnce = (request: Request, signal: AbortSignal) => {
    setState({ phase: 'sending', progress: { loaded: 0, total: sizeOf(request) } });
    return uploadWithTimeout({ ...request, signal, onProgress });
  };
  const onProgress = (progress: UploadProgress) => {
    furthest.current = Math.max(furthest.current, progress.loaded);
    hasAllLeft.current ||= progress.total > 0 && progress.loaded >= progress.total;
    setState({ phase: 'sending', progress });
  };

  const send = async (request: Request): Promise<Proposal | 'already-running'> => {
    if (running.current) return 'already-running';
    const controller = new AbortController();
    running.current = controller;
    hasAllLeft.current = false;
    furthest.current = 0;
    try {
      for (let tries = 1; ; tries += 1) {
        const before = furthest.current;
        try {
          return await tryOnce(request, controller.signal);
        } catch (error) {
          for (const [kind, file] of Object.entries(request.files))
            if (file) await expectReadable(file, kind);
          if (furthest.current > before) tries = 1;
          if (!(error instanceof ApiError) || !isWorthRetrying(error) || tries >= MAX_TRIES)
            throw error;
          await waitForConnection(spread(pauseAfter(tries)), controller.signal, (until, retryNow) =>
            setState({ phase: 'waiting', until, retryNow }),
          );
        }
      }
    } catch (error) {
      throw controller.signal.aborted ? stopped(hasAllLeft.current) : error;
    } finally {
      running.current = null;
      setState(null);
    }
  };
  return { state, send, stop: () => running.current?.abort() };
}

/**
 * An honest message: bytes that were sent may have been stored.
 */
const stopped = (hasAllLeft: boolean) =>
  new ApiError(0, 'aborted', hasAllLeft ? uploadLabels.stoppedLate : uploadLabels.stopped);

const sizeOf = ({ files }: Request): number =>
  Object.values(files).reduce((sum, file) => sum + (file?.size ?? 0), 0);
