import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import css from './notes-list.module.css';
import { tellEntry } from './read-history.ts';

const labels = {
  historyFailed: 'The history could not be loaded.',
  historyLoading: 'Loading the history',
  wholeHistory: (total: string) => `These are the newest of ${total} entries.`,
  noHistory: 'Nothing has changed since it was received.',
};

const NEWEST = 50;

/** What was done with this proposal, by whom and when: the newest first. */
export function HistoryList({ proposalId }: { proposalId: string }) {
  const query = useQuery({
    queryKey: [queryKeys.reviews, 'history', proposalId],
    queryFn: ({ signal }) =>
      api.listAudit(
        { entity: 'proposal', entity_id: proposalId, limit: NEWEST },
        { signal, fallback: labels.historyFailed },
      ),
    staleTime: 0,
  });
  const { data } = query;
  const names = new Map(useAdmins().map(({ value, label }) => [value, label]));
  return (
    <div className={css.history}>
      <Waiting query={query} label={labels.historyLoading} rows={4} />
      {data?.items.length === 0 && <p>{labels.noHistory}</p>}
      <ol className="bare">
        {data?.items.map((entry) => (
          <li key={entry.id}>
            <p className="as-typed">{tellEntry(entry, names)}</p>
            <time className="note" dateTime={entry.at}>
              {formatShortDateTime(entry.at)}
            </time>
          </li>
        ))}
      </ol>
      {data && data.total > NEWEST && (
        <p>{labels.wholeHistory(data.total.toLocaleString('en-GB'))}</p>
      )}
    </div>
  );
}
