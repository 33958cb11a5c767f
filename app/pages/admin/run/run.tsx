import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { describeConnection, useConnection } from '#app/api/connection.ts';
import { desks } from '#app/storage/desk-records.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Toaster } from '#app/ui/toast.tsx';
import type { Route } from './+types/run';
import { entriesOf } from './desk-state.ts';
import { runLabels as labels } from './labels.ts';
import { RunJudges } from './run-judges.tsx';
import { RunOrder } from './run-order.tsx';
import { RunStage } from './run-stage.tsx';
import css from './run.module.css';
import { useDesk, type Desk } from './use-desk.ts';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/rounds/{id}/run: the desk of a pitch round, with signal or without. */
export default function Run({ params: { id } }: Route.ComponentProps) {
  const desk = useDesk(id);
  return (
    <>
      <main id="main" tabIndex={-1} className={css.desk}>
        {typeof desk === 'object' && 'record' in desk ? (
          <Shown desk={desk} />
        ) : (
          <div className={css.nobody}>
            <Nobody id={id} desk={desk} />
          </div>
        )}
      </main>
      <Toaster place="portal" note={null} />
    </>
  );
}

type NobodyProps = { id: string; desk: Exclude<ReturnType<typeof useDesk>, Desk> };

function Nobody({ id, desk }: NobodyProps) {
  if (desk === 'loading') return <Skeleton label={labels.loading} rows={6} />;
  if (desk === 'signed_out')
    return (
      <>
        <PageHeading title={labels.signInTitle} lead={labels.signInText} />
        <LinkButton to={paths.loginThen(paths.runRound({ id }))}>{labels.signIn}</LinkButton>
      </>
    );
  return (
    <>
      <PageHeading title={labels.title} />
      {desk === 'other_role' ? (
        <p role="alert">{labels.onlyAdmins}</p>
      ) : (
        <ErrorState message={desk.failed || labels.noSignal} onRetry={desk.retry} />
      )}
    </>
  );
}

function Shown({ desk }: { desk: Desk }) {
  const { record } = desk;
  const { round } = record;
  if (!round.minutes || round.state === 'draft')
    return (
      <PageHeading
        title={round.name}
        lead={round.minutes ? labels.notOpen : labels.notPitch}
        back={{ to: paths.round({ id: round.id }), label: labels.back }}
      />
    );
  const entries = entriesOf(record);
  return (
    <>
      <Top desk={desk} />
      <RunOrder record={record} entries={entries} />
      <div className={css.side}>
        <RunStage desk={desk} entries={entries} />
        <RunJudges judges={record.judges} />
      </div>
    </>
  );
}

const ReadyDialog = lazyPart(() => import('./ready-dialog.tsx'));

/** While there is signal and a session. */
function Ready({ id, person }: { id: string; person: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" isSmall onClick={() => setOpen(true)}>
        {labels.getReady}
      </Button>
      {isOpen && (
        <Suspense>
          <ReadyDialog roundId={id} person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The round, how the line is, and what waits. */
function Top({ desk: { record, line, person } }: { desk: Desk }) {
  const isSignedIn = person !== null;
  const { round, unsent, sentAt, refused } = record;
  const { id } = round;
  const connection = describeConnection(useConnection());
  const isSilent = line === 'silent' || connection !== null;
  return (
    <header className={css.top}>
      <div className="row">
        <h1 tabIndex={-1}>{round.name}</h1>
        <p className="note">{[round.program_title, round.venue].filter(Boolean).join(', ')}</p>
        {isSignedIn && <Link to={paths.round({ id })}>{labels.back}</Link>}
        {person && <Ready id={id} person={person} />}
      </div>
      <div className="row" role="status">
        {line === 'ended' && (
          <LinkButton to={paths.loginThen(paths.runRound({ id }))} isSmall>
            {labels.ended(unsent.length)}
          </LinkButton>
        )}
        {isSilent && <p className={css.bad}>{labels.silent}</p>}
        {typeof line === 'object' && <p className={css.bad}>{line.refused}</p>}
        {!desks.isStored(id) && <p className={css.bad}>{labels.unstored}</p>}
        <p>{unsent.length > 0 ? labels.toSend(unsent.length) : labels.allSent(sentAt)}</p>
      </div>
      {refused.length > 0 && (
        <div className="row" role="alert">
          <p className={css.bad}>{refused.at(-1)}</p>
          <Button
            variant="quiet"
            isSmall
            onClick={() => desks.change(id, (one) => ({ ...one, refused: [] }))}
          >
            {labels.dismiss}
          </Button>
        </div>
      )}
    </header>
  );
}
