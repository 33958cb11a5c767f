import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { housePattern } from '#app/brand/sector-patterns.ts';
import { useProfile } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import css from './applicant-home.module.css';
import { greet, applicantHomeLabels } from './labels.ts';

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
      <PageHeading title={applicantHomeLabels.title} lead={greet(firstName)} />
      <PatternBand pattern={housePattern} breadth={16} thread={1} className={css.band} />
      <ul className={css.cards}>
        <Card
          to={paths.availablePrograms}
          title={applicantHomeLabels.programs}
          text={applicantHomeLabels.programsText}
          figure={open?.total}
          unit={applicantHomeLabels.open}
          note={next ? `${applicantHomeLabels.next}: ${formatDate(next.deadline_date)}` : ''}
        />
        <Card
          to={paths.ownProposals}
          title={applicantHomeLabels.proposals}
          text={applicantHomeLabels.proposalsText}
          figure={mine?.total}
          unit={applicantHomeLabels.mine}
        />
        <Card
          to={paths.applicantProfile}
          title={applicantHomeLabels.profile}
          text={applicantHomeLabels.profileText}
        />
      </ul>
    </>
  );
}

/** Keeps a line of its own. */
const NOTHING_YET = '\u00a0';

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
          <b>{figure?.toLocaleString('en-GB') ?? NOTHING_YET}</b> {figure !== undefined && unit}
          {note !== undefined && <span>{note || NOTHING_YET}</span>}
        </p>
      )}
    </li>
  );
}
