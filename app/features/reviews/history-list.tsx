import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import css from './notes-list.module.css';
import { roomLabels } from './labels.ts';
import { useAdmins } from '#app/editing/use-admins.ts';

const NEWEST = 50;

/** Most reviewers do not unfold it, so what describes entries is not loaded with the screen. */
async function loadEntries() {
  const loaded = await import('./history-entry-list.tsx').catch(() => null);
  if (!loaded) throw new Error(roomLabels.historyFailed);
  return loaded.HistoryEntryList;
}

/** Every change of this proposal: before, after and by whom; fetched when it is unfolded. */
export function HistoryList({ proposalId }: { proposalId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [queryKeys.reviews, 'history', proposalId],
    enabled: isOpen,
    queryFn: async ({ signal }) => {
      const [log, Entries] = await Promise.all([
        api.listAudit(
          { entity: 'proposal', entity_id: proposalId, limit: NEWEST },
          { signal, fallback: roomLabels.historyFailed },
        ),
        loadEntries(),
      ]);
      return { ...log, Entries };
    },
    staleTime: 0,
  });
  const names = new Map(useAdmins().map(({ value, label }) => [value, label]));
  // Unfolded at the end of a scrolling pane, it would be below the edge.
  const place = useRef<HTMLDetailsElement>(null);
  const isLoaded = isOpen && data !== undefined;
  useEffect(() => {
    if (isLoaded) place.current?.scrollIntoView({ block: 'start' });
  }, [isLoaded]);
  return (
    <details
      ref={place}
      id="history"
      className={`${css.history} fold`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{roomLabels.history}</summary>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <p role="status">{roomLabels.historyLoading} …</p>}
      {data?.items.length === 0 && <p>{roomLabels.noHistory}</p>}
      {data && <data.Entries entries={data.items} names={names} />}
      {data && data.total > NEWEST && (
        <p>{roomLabels.wholeHistory(data.total.toLocaleString('en-GB'))}</p>
      )}
    </details>
  );
}
