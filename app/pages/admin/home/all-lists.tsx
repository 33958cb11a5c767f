import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { mayOpen } from '#app/shell/screen-roles.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, figure } from './labels.ts';

type CountedList =
  | 'enquiries'
  | 'testimonials'
  | 'programs'
  | 'posts'
  | 'faqs'
  | 'rounds'
  | 'judges'
  | 'users'
  | 'mailings'
  | 'mails';
type WaitingCounts = { [list in CountedList]?: number | undefined } | undefined;
type Card = {
  label: string;
  to: string;
  /** How many are in it, if any. */ part?: { count: number; label: string; to: string };
  /** What it is, if it only grows. */ note?: string;
};

function listCards(total: number | undefined, waiting: WaitingCounts): Card[] {
  const part = (count: number | undefined, label: string, to: string) =>
    count ? { part: { count, label, to } } : {};
  const l = adminHomeLabels;
  return [
    { label: l.submissions, to: paths.submissions(), ...part(total, l.inAll, paths.submissions()) },
    { label: l.programs, to: paths.programs, ...part(waiting?.programs, l.inAll, paths.programs) },
    { label: l.posts, to: paths.posts(), ...part(waiting?.posts, l.inAll, paths.posts()) },
    { label: l.faqs, to: paths.faqs, ...part(waiting?.faqs, l.inAll, paths.faqs) },
    {
      label: l.testimonials,
      to: paths.testimonials(),
      ...part(waiting?.testimonials, l.unpublished, paths.testimonials({ is_approved: 'false' })),
    },
    {
      label: l.enquiries,
      to: paths.enquiries(),
      ...part(waiting?.enquiries, l.unanswered, paths.enquiries({ is_answered: 'false' })),
    },
    { label: l.rounds, to: paths.rounds(), ...part(waiting?.rounds, l.inAll, paths.rounds()) },
    { label: l.judges, to: paths.judges(), ...part(waiting?.judges, l.inAll, paths.judges()) },
    { label: l.users, to: paths.users(), ...part(waiting?.users, l.inAll, paths.users()) },
    {
      label: l.mailings,
      to: paths.mailings,
      ...part(waiting?.mailings, l.inAll, paths.mailings),
    },
    {
      label: l.mail,
      to: paths.mail(),
      ...part(waiting?.mails, l.stuck, paths.mail({ state: 'failed' })),
    },
    { label: l.audit, to: paths.audit(), note: l.auditNote },
  ];
}

/** Every list that this person may open, with its number of pending items. */
export function AllLists({ total, waiting }: { total?: number; waiting: WaitingCounts }) {
  const { role } = useProfile();
  const cards = listCards(total, waiting).filter(({ to }) => mayOpen(role, to));
  return (
    <section aria-labelledby="lists" className={css.part}>
      <h2 id="lists">{adminHomeLabels.lists}</h2>
      <ul className={css.lists}>
        {cards.map(({ label, to, part, note }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            {part && part.to !== to && (
              <Link to={part.to}>{`${figure(part.count)} ${part.label}`}</Link>
            )}
            {part?.to === to && <span>{`${figure(part.count)} ${part.label}`}</span>}
            {note && <span>{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
