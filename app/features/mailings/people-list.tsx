import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Mailing, MailingPerson } from '#domain/mailings/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import list from '#app/ui/item-list.module.css';
import { joinFacts } from '#app/ui/join-facts.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import { describePeople, mailingLabels as labels, PERSON_STATES } from './labels.ts';
import { mailings } from './mailing-calls.ts';
import css from './mailing-view.module.css';

const STEP = 50;

/** Who gets it, by name, with what became of each; the first fifty, then more. */
export function PeopleList({ mailing: { id, queued, sent, failed, state } }: { mailing: Mailing }) {
  const [limit, setLimit] = useState(STEP);
  const query = useQuery({
    // Another count is another answer.
    queryKey: [queryKeys.mailings, 'people', id, state, queued, sent, failed, limit],
    queryFn: ({ signal }) =>
      mailings.people(id, { limit }, { signal, fallback: labels.peopleFailed }),
    placeholderData: (known) => known,
  });
  const { data } = query;
  return (
    <section aria-labelledby="who" className={css.part}>
      <h2 id="who">{labels.who}</h2>
      <Waiting query={query} label={labels.loadingPeople} rows={3} />
      {data && (
        <>
          {data.items.length < data.total && <p role="status">{describePeople(data.total)}</p>}
          <ul className={list.items}>
            {data.items.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
          {data.items.length < data.total && (
            <Button variant="secondary" onClick={() => setLimit(limit + 4 * STEP)}>
              {labels.more}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

const PersonRow = ({
  person: { id, name, email, state, sent_at: at },
}: {
  person: MailingPerson;
}) => (
  <li>
    <div>
      <Link to={paths.user({ id })}>{name}</Link>
      <span className={`${list.note} note`}>
        <EmailText address={email} />
      </span>
    </div>
    <span>{joinFacts(PERSON_STATES[state], at && formatShortDateTime(at))}</span>
  </li>
);
