import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MINUTE_MS } from '#domain/durations.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { rememberNotice, useServedNotice } from './known-notice.ts';
import { SiteNotice } from './site-notice.tsx';

/** Milliseconds after which somebody who returns to the portal may have missed a notice. */
const FRESH_MS = 5 * MINUTE_MS;
const NOTICE_KEY = [queryKeys.notice];

/**
 * On top of the portal, whose document may have been open for hours, or kept for use offline: first
 * what it came with, then what the server says now.
 */
export function PortalNotice() {
  const cache = useQueryClient();
  const { data: notice } = useQuery({
    queryKey: NOTICE_KEY,
    queryFn: ({ signal }) => api.getNotice({ signal }),
    initialData: useServedNotice(),
    initialDataUpdatedAt: 0,
    staleTime: FRESH_MS,
  });
  useEffect(() => {
    const isOver = notice !== null && Date.parse(notice.until) <= serverNow().getTime();
    if (isOver) cache.setQueryData(NOTICE_KEY, null);
    rememberNotice(isOver ? null : notice);
  }, [notice, cache]);
  return <SiteNotice notice={notice} />;
}
