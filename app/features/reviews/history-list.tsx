import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import css from './notes-list.module.css';
import { ACTION_LABELS, roomLabels } from './labels.ts';
import { readChanges, type Names } from './read-history.ts';
import { useAdmins } from './use-admins.ts';

const NEWEST = 50;

/** Every change of this proposal: before, after and by whom; fetched when it is unfolded. */
export function HistoryList({ proposalId }: { proposalId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [queryKeys.reviews, 'history', proposalId],
    enabled: isOpen,
    queryFn: ({ signal }) =>
      api.listAudit(
        { entity: 'proposal', entity_id: proposalId, limit: NEWEST },
        { signal, fallback: roomLabels.historyFailed },
      ),
    staleTime: 0,
  });
  const names = new Map(useAdmins().map(({ value, label }) => [value, label]));
  // Unfolded at the end of a scrolling pane, it would be below the edge.
  const place = useRef<HTMLDetailsElement>(null);
  const hasCome = isOpen && data !== undefined;
  useEffect(() => {
    if (hasCome) place.current?.scrollIntoView({ block: 'start' });
  }, [hasCome]);
  return (
    <details
      ref={place}
      className={css.history}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{roomLabels.history}</summary>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <p role="status">{roomLabels.historyLoading} …</p>}
      {data?.items.length === 0 && <p>{roomLabels.noHistory}</p>}
      <ol>
        {data?.items.map((entry) => (
          <Entry key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
      {data && data.total > NEWEST && (
        <p>{roomLabels.wholeHistory(data.total.toLocaleString('en-GB'))}</p>
      )}
    </details>
  );
}

const Entry = ({
  entry: { at, actor, action, changes },
  names,
}: {
  entry: AuditEntry;
  names: Names;
}) => (
  <li>
    <p className={css.by}>
      <b>{ACTION_LABELS[action] ?? action}</b>
      {actor && ` · ${actor.name}`} <time dateTime={at}>{formatShortDateTime(at)}</time>
    </p>
    {action !== 'proposals.submit' &&
      readChanges(changes, names).map(({ field, label, before, after }) => (
        <p key={field}>
          {label}: <del>{before}</del> → <ins>{after}</ins>
        </p>
      ))}
  </li>
);
