import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { adminHomeLabels, figure } from './labels.ts';
import { useArrivals, useLastVisit } from './use-desk.ts';
import css from './waits.module.css';

type Props = {
  summary: ProposalSummary | undefined;
  /** What visitors sent; undefined until it is counted. */
  waiting: { enquiries?: number | undefined; testimonials?: number | undefined } | undefined;
};

/** What came since the last visit, and what waits, if anything does; each leads to its list. */
export function WaitingFigures({ summary, waiting }: Props) {
  const { id, role } = useProfile();
  const { since, isFirst } = useLastVisit(id);
  const { data: arrivals, error } = useArrivals(since);
  const sinceLabel = isFirst
    ? adminHomeLabels.sinceToday
    : `${adminHomeLabels.since} ${formatShortDateTime(since)}`;
  const waits = [...listWaiting(summary, role === 'admin' ? id : null), ...listVisitors(waiting)];
  const to = paths.submissions({ received_from: since.toISOString() });
  return (
    <Figures waits={waits}>
      {!(error && arrivals === undefined) && <Waits label={sinceLabel} count={arrivals} to={to} />}
    </Figures>
  );
}

/** What visitors wait for, alone. */
export const VisitorFigures = ({ waiting }: Pick<Props, 'waiting'>) => (
  <Figures waits={listVisitors(waiting)} />
);

/** Those of nothing, or of what is not known, are left out. */
function Figures({ waits, children }: { waits: readonly Wait[]; children?: ReactNode }) {
  const shown = waits.filter(({ count }) => count);
  if (shown.length === 0 && !children) return null;
  return (
    <ul className={css.waits} aria-label={adminHomeLabels.figures}>
      {children}
      {shown.map((wait) => (
        <Waits key={wait.label} {...wait} />
      ))}
    </ul>
  );
}

type Wait = { label: string; count: number | undefined; to: string };

const listVisitors = (waiting: Props['waiting']): Wait[] => [
  {
    label: adminHomeLabels.openEnquiries,
    count: waiting?.enquiries,
    to: paths.enquiries({ is_answered: 'false' }),
  },
  {
    label: adminHomeLabels.newTestimonials,
    count: waiting?.testimonials,
    to: paths.testimonials({ is_approved: 'false' }),
  },
];

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
      to: paths.submissions({ assigned_to: 'nobody', decision: 'undecided' }),
    },
    {
      label: adminHomeLabels.unannounced,
      count: summary && Object.values(summary.unannounced).reduce((sum, one) => sum + one, 0),
      to: paths.submissions({ unannounced: 'true' }),
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
    <b>{count === undefined ? <Loading /> : figure(count)}</b>
  </li>
);

const Loading = () => (
  <>
    <span aria-hidden="true">…</span>
    <span className="visually-hidden">{adminHomeLabels.loading}</span>
  </>
);
