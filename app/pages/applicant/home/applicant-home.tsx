import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { houseWeave } from '#app/brand/weaves.ts';
import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Strip } from '#app/brand/strip.tsx';
import css from './applicant-home.module.css';
import { greet, words } from './words.ts';

/** The applicant's home: three cards, the first two with what matters now. */
export default function ApplicantHome() {
  const { first_name: firstName } = useProfile();
  const { data: open } = useQuery({
    queryKey: ['programs', 'next'],
    queryFn: ({ signal }) =>
      api.listPrograms({ open: true, sort: 'deadline_date', limit: 1 }, { signal }),
  });
  const { data: mine } = useQuery({
    queryKey: ['proposals', 'mine'],
    queryFn: ({ signal }) => api.listProposals({ limit: 0 }, { signal }),
  });
  const next = open?.items[0];
  return (
    <>
      <PageHeading title={words.title} lead={greet(firstName)} />
      <Strip weave={houseWeave} breadth={16} thread={1} className={css.strip} />
      <ul className={css.cards}>
        <Card
          to={paths.availablePrograms}
          title={words.programs}
          text={words.programsText}
          figure={open?.total}
          unit={words.open}
          note={next && `${words.next}: ${formatDate(next.deadline_date)}`}
        />
        <Card
          to={paths.ownProposals}
          title={words.proposals}
          text={words.proposalsText}
          figure={mine?.total}
          unit={words.mine}
        />
        <Card to={paths.applicantProfile} title={words.profile} text={words.profileText} />
      </ul>
    </>
  );
}

type Props = {
  to: string;
  title: string;
  text: string;
  figure?: number;
  unit?: string;
  note?: string;
};

/**
 * A figure that has not come, or could not, leaves its place empty: the card leads on all the same.
 */
function Card({ to, title, text, figure, unit, note }: Props) {
  return (
    <li className={css.card}>
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      <p>{text}</p>
      {unit && (
        <p className={css.figure}>
          {figure !== undefined && (
            <>
              <b>{figure.toLocaleString('en-GB')}</b> {unit}
            </>
          )}
          <span>{note}</span>
        </p>
      )}
    </li>
  );
}
