import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatShortDateTime } from '#domain/dates.ts';
import { SESSION_RULES } from '#domain/accounts/session-messages.ts';
import type { Session } from '#domain/accounts/session-schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import list from '#app/ui/item-list.module.css';
import { api } from '#app/api/browser.ts';
import css from './own-account-screen.module.css';
import { describeUse, endLabel, ownAccountLabels as labels } from './labels.ts';

/** Every session with its device; all except the current one can be ended. */
export function SessionList() {
  const { data: sessions, error, isPending, refetch } = useSessions();
  const ending = useEndSession();
  const singleFlight = useSingleFlight();
  const end = (id?: string) =>
    void singleFlight(async () => {
      try {
        await ending.mutateAsync(id);
        toast.success(id === undefined ? SESSION_RULES.othersEnded : SESSION_RULES.ended);
      } catch (refusal) {
        toast.error((refusal as Error).message);
      }
    });
  return (
    <section className={css.section} aria-labelledby="sessions">
      <h2 id="sessions">{labels.sessionsTitle}</h2>
      <p>{labels.sessionsLead}</p>
      {isPending && <Skeleton label={labels.loadingSessions} rows={2} />}
      {error && (
        <Failure error={error} hasSessions={Boolean(sessions)} onRetry={() => void refetch()} />
      )}
      {ending.error && (
        <p className={css.refusal} role="alert">
          {ending.error.message}
        </p>
      )}
      {sessions && (
        <ul className={list.items}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={ending.isPending && ending.variables === session.id}
              onEnd={() => end(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="secondary"
          isBusy={ending.isPending && ending.variables === undefined}
          onClick={() => end()}
        >
          {labels.endOthers}
        </Button>
      )}
    </section>
  );
}

type FailureProps = { error: Error; hasSessions: boolean; onRetry: () => void };

function Failure({ error, hasSessions, onRetry }: FailureProps) {
  // If the browser does not know that it is offline, only a click can try again.
  const isLineDown = error instanceof ApiError && error.status === 0;
  if (isLineDown && !navigator.onLine)
    return <p>{hasSessions ? labels.sessionsCached : labels.sessionsOffline}</p>;
  const sentence = isLineDown ? labels.sessionsUnreachable : error.message;
  return hasSessions ? null : <ErrorState message={sentence} onRetry={onRetry} />;
}

type RowProps = { session: Session; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const since = formatShortDateTime(session.created_at);
  return (
    <li>
      <div>
        <b>{session.device}</b>
        <span className={`${list.note} note`}>
          {describeUse(since, formatShortDateTime(session.last_used_at))}
        </span>
      </div>
      {session.is_current ? (
        <Badge tone="good">{labels.thisDevice}</Badge>
      ) : (
        <Button
          variant="secondary"
          isSmall
          isBusy={isBusy}
          onClick={onEnd}
          aria-label={endLabel(session.device, since)}
        >
          {labels.end}
        </Button>
      )}
    </li>
  );
}

const KEY = ['accounts', 'sessions'];

/** Where the person is signed in, fetched on every visit. */
const useSessions = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.listSessions({ signal, fallback: SESSION_RULES.listFailed }),
    staleTime: 0,
  });

/**
 * Ends the session with this id or, without an id, all others; the list is refetched even if that
 * was refused.
 */
function useEndSession() {
  const cache = useQueryClient();
  const options = { fallback: SESSION_RULES.endFailed };
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? api.endOtherSessions(options) : api.endSession(id, options),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}
