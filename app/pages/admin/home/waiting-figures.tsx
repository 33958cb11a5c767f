import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { adminHomeLabels, figure } from './labels.ts';
import { useArrivals, useLastVisit } from './use-desk.ts';
import css from './waits.module.css';

/** How many wait, by what they wait for; each figure leads to its list. */
export function WaitingFigures({ summary }: { summary: ProposalSummary | undefined }) {
  const { id, role } = useProfile();
  const { since, isFirst } = useLastVisit(id);
  const { data: arrivals } = useArrivals(since);
  const sinceLabel = isFirst
    ? adminHomeLabels.sinceToday
    : `${adminHomeLabels.since} ${formatShortDateTime(since)}`;
  return (
    <ul className={css.waits} aria-label={adminHomeLabels.figures}>
      <Waits
        label={sinceLabel}
        count={arrivals}
        to={paths.submissions({ received_from: since.toISOString() })}
      />
      {listWaiting(summary, role === 'admin' ? id : null).map((wait) => (
        <Waits key={wait.label} {...wait} />
      ))}
    </ul>
  );
}

type Wait = { label: string; count: number | undefined; to: string };

/** `me`: an admin, to whom proposals are assigned and whose reading counts. */
function listWaiting(summary: ProposalSummary | undefined, me: string | null): Wait[] {
  const mine = summary?.assigned.find(({ id }) => id === me);
  const own = [
    {
      label: adminHomeLabels.mine,
      count: summary && (mine ? mine.total - mine.decided : 0),
      to: paths.submissions({ assigned_to: 'me', decision: 'undecided' }),
    },
    {
      label: adminHomeLabels.unread,
      count: summary?.unread,
      to: paths.submissions({ unread: 'true' }),
    },
  ];
  const waiting = [
    {
      label: adminHomeLabels.unreadMessages,
      count: summary?.unread_messages,
      to: paths.submissions({ has_unread_messages: 'true' }),
    },
    {
      label: adminHomeLabels.openRequests,
      count: summary?.open_requests,
      to: paths.submissions({ has_open_request: 'true' }),
    },
  ];
  return [
    ...(me === null ? [] : [...own, ...waiting]),
    {
      label: adminHomeLabels.undecided,
      count: summary?.decision.undecided,
      to: paths.submissions({ decision: 'undecided' }),
    },
    {
      label: adminHomeLabels.nobody,
      count: summary?.nobody,
      to: paths.submissions({ assigned_to: 'nobody' }),
    },
    {
      label: adminHomeLabels.flagged,
      count: summary?.flagged,
      to: paths.submissions({ flagged: 'true' }),
    },
  ];
}

const Waits = ({ label, count, to }: Wait) => (
  <li>
    <Link className="cover" to={to}>
      {label}
    </Link>
    <b>
      {count === undefined ? <span aria-label={adminHomeLabels.loading}>…</span> : figure(count)}
    </b>
  </li>
);
