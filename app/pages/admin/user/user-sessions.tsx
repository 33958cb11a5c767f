import { useState } from 'react';
import type { Session } from '#domain/accounts/session-schema.ts';
import { people } from '#app/features/users/people-calls.ts';
import { ChangeDialog } from '#app/features/users/change-dialog.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { askForEnd, describeUse, personLabels as labels } from './labels.ts';
import { classNames } from '#app/ui/class-names.ts';
import list from '#app/ui/item-list.module.css';
import { Waiting } from '#app/ui/waiting.tsx';
import css from './user.module.css';
import { useRefreshPerson, useSessionsOf } from './use-person.ts';

export type Person = { id: string; name: string; isOwn: boolean };

/**
 * Each device on which the person is signed in; another person is signed out of all of them at
 * once.
 */
export function UserSessions({ person: { id, name, isOwn } }: { person: Person }) {
  const query = useSessionsOf(id);
  const { data: sessions } = query;
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
      <Waiting query={query} label={labels.loadingSessions} rows={2} />
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
      <span className={`${list.note} note`}>
        {describeUse(session.created_at, session.last_used_at)}
      </span>
    </div>
    {session.is_current && <Badge tone="good">{labels.thisDevice}</Badge>}
  </li>
);
