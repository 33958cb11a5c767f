import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/pitch';
import { pitchLabels as labels } from '#app/features/judging/pitch/labels.ts';
import css from '#app/features/judging/pitch/pitch.module.css';
import { ReadyView } from '#app/features/judging/pitch/ready-view.tsx';
import { pitchesOf } from '#app/features/judging/pitch/record.ts';
import { waitingPitches } from '#app/features/judging/pitch/stored-records.ts';
import { ScoringView } from '#app/features/judging/pitch/scoring-view.tsx';
import { isUndeclared, TiesView } from '#app/features/judging/pitch/ties-view.tsx';
import { useHall, type Hall } from '#app/features/judging/pitch/use-hall.ts';

export const meta = () => [{ title: labels.title }];

/** /dashboard/judging/{round_id}/pitch: a judge scores in a hall, with signal or without. */
export default function Pitch({ params: { roundId } }: Route.ComponentProps) {
  const hall = useHall(roundId);
  return (
    <div className={css.hall}>
      {typeof hall === 'object' && <Who hall={hall} />}
      <main id="main" tabIndex={-1}>
        {typeof hall === 'object' ? (
          <Steps hall={hall} />
        ) : (
          <Nobody hall={hall} roundId={roundId} />
        )}
      </main>
    </div>
  );
}

/** Whose scores these are is always in sight: a phone may be shared. */
function Who({ hall: { record, isSignedIn } }: { hall: Hall }) {
  const { pack } = record ?? {};
  return (
    <header className={css.who}>
      {pack && (
        <p>
          <b>{labels.scores(pack.judge.name)}</b> <span>{pack.round.name}</span>
        </p>
      )}
      {isSignedIn && <Link to={paths.judging}>{labels.back}</Link>}
    </header>
  );
}

function Steps({ hall }: { hall: Hall }) {
  const { record } = hall;
  const { pack } = record ?? {};
  if (!record || !pack || !record.isReady) return <ReadyView hall={hall} />;
  const pitches = pitchesOf(record);
  // Those that come later are asked about one by one: the page never changes by itself.
  if (record.at === null && pitches.some(isUndeclared))
    return <TiesView hall={hall} pitches={pitches} />;
  return <ScoringView hall={hall} record={record} pack={pack} pitches={pitches} />;
}

type NobodyProps = { hall: Exclude<ReturnType<typeof useHall>, Hall>; roundId: string };

const Nobody = ({ hall, roundId }: NobodyProps) =>
  hall === 'loading' ? <Skeleton label={labels.loading} rows={6} /> : <SignIn roundId={roundId} />;

const SignIn = ({ roundId }: { roundId: string }) => (
  <>
    <PageHeading title={labels.signInTitle} lead={labels.signInText} />
    {waitingPitches().length > 0 && <p role="status">{labels.othersWait}</p>}
    <LinkButton to={paths.loginThen(paths.pitch({ id: roundId }))}>{labels.signIn}</LinkButton>
  </>
);
