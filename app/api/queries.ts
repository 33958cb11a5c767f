import {
  onlineManager,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const TRIES = 2;
const SECOND = 1000;

/**
 * Up to half as long again, so that the thousand who were refused at one moment do not all come
 * back at the next.
 */
export const spread = (milliseconds: number): number => milliseconds * (1 + Math.random() / 2);

/**
 * Otherwise a call on a dead line waits without a word, and a save goes out later although it was
 * cancelled.
 */
const ASK_AT_ONCE = { networkMode: 'always' } as const;

/**
 * The portal's cache. Refusals are answers and are not asked again; only silence and overload are,
 * and while offline not even these: the list that did not load says so at once.
 */
export function createQueries(): QueryClient {
  return new Queries({
    defaultOptions: {
      queries: {
        ...ASK_AT_ONCE,
        staleTime: 15_000,
        refetchOnReconnect: true,
        // Offline, a look at another window must not turn readable rows into an error.
        refetchOnWindowFocus: () => onlineManager.isOnline(),
        retry: (failures, error) =>
          failures < TRIES &&
          onlineManager.isOnline() &&
          error instanceof ApiError &&
          (error.status === 0 || error.status === 503),
        retryDelay: (failures, error) =>
          spread(SECOND * (Number((error as ApiError).retryAfter) || 2 ** failures)),
      },
      mutations: { ...ASK_AT_ONCE, retry: false },
    },
  });
}

/**
 * After a change a list's first answer that is still on its way is of before: left alone, it would
 * count as the fresh one.
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
