import { useState } from 'react';
import type { Session } from '#domain/accounts/session-schema.ts';
import { people } from '#app/features/users/people-calls.ts';
import { ChangeDialog } from '#app/features/users/change-dialog.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { askForEnd, describeUse, personLabels as labels } from './labels.ts';
import { classNames } from '#app/ui/class-names.ts';
import list from '#app/ui/item-list.module.css';
import css from './user.module.css';
import { useRefreshPerson, useSessionsOf } from './use-person.ts';

export type Person = { id: string; name: string; isOwn: boolean };

/**
 * Each device on which the person is signed in; another person is signed out of all of them at
 * once.
 */
export function UserSessions({ person: { id, name, isOwn } }: { person: Person }) {
  const { data: sessions, error, isPending, refetch } = useSessionsOf(id);
  const refresh = useRefreshPerson(id);
  const [isAsking, setAsking] = useState(false);
  const endAll = async () => {
    await people.endSessions(id, { fallback: labels.endFailed });
    toast.success(labels.allEnded);
    await refresh();
  };
  const isAny = sessions !== undefined && sessions.length > 0;
  return (
    <section className={css.section} aria-labelledby="sessions">
      <h2 id="sessions">{labels.sessions}</h2>
      {isPending && <Skeleton label={labels.loadingSessions} rows={2} />}
      {error && !sessions && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {sessions && !isAny && <p>{labels.noSessions}</p>}
      {isAny && (
        <ul className={classNames(list.items, css.rows)}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {isAny && !isOwn && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {labels.endAll}
        </Button>
      )}
      {isOwn && <p>{labels.ownSessions}</p>}
      <ChangeDialog
        asked={isAsking ? askForEnd(name) : null}
        change={endAll}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

const SessionRow = ({ session }: { session: Session }) => (
  <li>
    <div>
      <b>{session.device}</b>
      <span className={list.note}>{describeUse(session.created_at, session.last_used_at)}</span>
    </div>
    {session.is_current && <Badge tone="good">{labels.thisDevice}</Badge>}
  </li>
);
