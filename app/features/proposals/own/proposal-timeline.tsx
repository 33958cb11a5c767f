import { useQuery } from '@tanstack/react-query';
import { formatShortMoment } from '#domain/dates.ts';
import { TIMELINE } from '#domain/proposals/timeline.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import css from './proposal-timeline.module.css';

const LABELS = { title: 'Timeline', loading: 'Loading what has happened' };

export const useTimeline = (proposalId: string) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'timeline', proposalId],
    queryFn: ({ signal }) => api.getTimeline(proposalId, { signal, fallback: TIMELINE.failed }),
    staleTime: 0,
  });

/** The history of a proposal, oldest first. Names appear only where the API sends them. */
export function ProposalTimeline({ proposalId }: { proposalId: string }) {
  const query = useTimeline(proposalId);
  const { data: events } = query;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{LABELS.title}</h2>
      <Waiting query={query} label={LABELS.loading} rows={2} />
      {events && (
        <ol className={css.events}>
          {events.map(({ at, event, sentence, actor }) => (
            <li key={`${at} ${event}`}>
              <time dateTime={at}>{formatShortMoment(at)}</time>
              <span>{sentence}</span>
              {actor && <small>{actor.name}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
