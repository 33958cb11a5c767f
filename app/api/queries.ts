import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const TRIES = 2;
/** Otherwise a call on a dead line waits without a word, and a save goes out later although it was cancelled. */
const ASK_AT_ONCE = { networkMode: 'always' } as const;

/** The portal's cache. Refusals are answers and are not asked again; only silence and overload are, and while offline not even these: the list that did not load says so at once. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...ASK_AT_ONCE,
        staleTime: 15_000,
        refetchOnReconnect: true,
        // Offline, a look at another window must not turn readable rows into an error.
        refetchOnWindowFocus: () => onlineManager.isOnline(),
        retry: (failures, error) => failures < TRIES && onlineManager.isOnline() && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
      mutations: { ...ASK_AT_ONCE, retry: false },
    },
  });
}
