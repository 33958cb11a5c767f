import {
  onlineManager,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
} from '@tanstack/react-query';
import { SECOND_MS } from '#domain/constants.ts';
import { ApiError } from './api-error.ts';

const TRIES = 2;

/**
 * Adds up to half, so that a thousand clients that were refused at the same moment do not all retry
 * at the same moment.
 */
export const spread = (milliseconds: number): number => milliseconds * (1 + Math.random() / 2);

/**
 * Otherwise a call on a dead connection is paused silently, and a save might be sent after it was
 * cancelled.
 */
const ASK_AT_ONCE = { networkMode: 'always' } as const;

/**
 * The portal's query cache. A refusal is an answer and is not retried; silence and overload are,
 * but not while offline: a list that did not load says so at once.
 */
export function createQueries(): QueryClient {
  return new Queries({
    defaultOptions: {
      queries: {
        ...ASK_AT_ONCE,
        staleTime: 15_000,
        refetchOnReconnect: true,
        // Offline, returning to the window must not turn readable rows into an error.
        refetchOnWindowFocus: () => onlineManager.isOnline(),
        retry: (failures, error) =>
          failures < TRIES &&
          onlineManager.isOnline() &&
          error instanceof ApiError &&
          (error.status === 0 || error.status === 503),
        retryDelay: (failures, error) =>
          spread(SECOND_MS * (Number((error as ApiError).retryAfter) || 2 ** failures)),
      },
      mutations: { ...ASK_AT_ONCE, retry: false },
    },
  });
}

/**
 * A list that is still loading during a change may contain the old rows; otherwise it would count
 * as fresh.
 */
class Queries extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters.refetchType !== 'none') await this.cancelQueries(filters);
    return super.invalidateQueries(filters, options);
  }
}
