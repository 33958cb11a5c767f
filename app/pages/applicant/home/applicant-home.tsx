import { useId, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatPhone } from '#domain/accounts/phone-rules.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { AttemptsList } from '#app/features/drafts/list/attempts-list.tsx';
import { DraftList } from '#app/features/drafts/list/draft-list.tsx';
import {
  findStanding,
  useAttempts,
  useOwnDrafts,
  type Standing as ProgramStanding,
} from '#app/features/drafts/list/use-drafts.ts';
import { DEFAULT_SORT } from '#app/features/proposals/labels.ts';
import { useOwnProposals } from '#app/features/proposals/use-own-proposals.ts';
import { useProfile } from '#app/session/use-session.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useBriefWait } from '#app/ui/use-brief-wait.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { describeChanges } from '#app/features/proposals/own/labels.ts';
import { isWaiting, WaitingBadges } from '#app/features/proposals/own/waiting-badges.tsx';
import { DecisionBadge } from '#app/features/proposals/stage-badge.tsx';
import css from './applicant-home.module.css';
import { HomeLoading } from './home-loading.tsx';
import { applicantHomeLabels as labels, greet } from './labels.ts';
import { NextDeadline } from './next-deadline.tsx';

/** Of these, the first that this person has not begun is offered. */
const NEAREST = 5;

const useOpenPrograms = () =>
  useQuery({
    queryKey: ['programs', 'next'],
    queryFn: ({ signal }) =>
      api.listPrograms({ open: true, sort: 'deadline_date', limit: NEAREST }, { signal }),
  });

/** Few enough to be visible without scrolling. */
const MOST_ATTEMPTS = 3;

/** The applicants' home: what waits for them, what they sent, what they can apply to, three cards. */
export default function ApplicantHome() {
  const { first_name: firstName } = useProfile();
  return (
    <>
      <PageHeading title={labels.title} lead={greet(firstName)} />
      <PatternBand pattern={housePattern} thread={1} className={css.band} />
      <Standing />
    </>
  );
}

/**
 * Rendered all at once: otherwise each list would push down the content below it. The person's
 * drafts and proposals do not wait long for the rest.
 */
function useStanding() {
  const open = useOpenPrograms();
  const drafts = useOwnDrafts();
  const proposals = useOwnProposals(DEFAULT_SORT);
  const attempts = useAttempts(MOST_ATTEMPTS);
  const isWaiting = useBriefWait(open.isPending || attempts.isPending);
  const isComing = isWaiting || drafts.isPending || proposals.isPending;
  return { open, drafts, proposals, attempts, isComing };
}

function Standing() {
  const { open, drafts, proposals, attempts, isComing } = useStanding();
  const now = serverNow();
  if (isComing) return <HomeLoading />;
  const failed = [drafts, proposals].find(({ data, error }) => error && !data);
  const { data: begun = [] } = drafts;
  const { data: sent = [] } = proposals;
  const next = open.data?.items.find(({ id }) => isNew(findStanding(begun, sent)(id)));
  return (
    <>
      {failed?.error && (
        <ErrorState message={failed.error.message} onRetry={() => void failed.refetch()} />
      )}
      <OwnList title={labels.needsYou} proposals={sent.filter(isWaiting)} now={now} />
      <DraftList drafts={begun} now={now} isBrief />
      <OwnList
        title={labels.myProposals}
        proposals={sent.filter((one) => !isWaiting(one))}
        now={now}
      />
      <AttemptsList attempts={attempts.data ?? []} />
      {next && <NextDeadline program={next} now={now} isFirst={begun.length === 0} />}
      <Ways open={open.data?.total} mine={proposals.data?.length} />
    </>
  );
}

/** Nothing of this person’s is there yet. */
const isNew = ({ draft, proposal }: ProgramStanding) => !draft && !proposal;

type Counts = Record<'open' | 'mine', number | undefined>;

function Ways({ open, mine }: Counts) {
  const { email, phone_number: phone } = useProfile();
  return (
    <ul className={css.cards}>
      <Card to={paths.availablePrograms} title={labels.programs} text={labels.programsText}>
        <Figure count={open} unit={labels.open} />
      </Card>
      <Card to={paths.ownProposals} title={labels.proposals} text={labels.proposalsText}>
        <Figure count={mine} unit={labels.mine} />
      </Card>
      <Card to={paths.applicantProfile} title={labels.profile} text={labels.profileText}>
        <p className={css.reach}>
          <span>{formatPhone(phone)}</span>
          <span>
            <EmailText address={email} />
          </span>
        </p>
      </Card>
    </ul>
  );
}

/** Reserves a line while the figure is missing. */
const NOTHING_YET = '\u00a0';

/** If it could not be loaded, its place is empty; the card works regardless. */
const Figure = ({ count, unit }: { count: number | undefined; unit: string }) => (
  <p className={css.figure}>
    <b>{count?.toLocaleString('en-GB') ?? NOTHING_YET}</b>{' '}
    <span>{count !== undefined && unit}</span>
  </p>
);

type Props = { to: string; title: string; text: string; children: ReactNode };

const Card = ({ to, title, text, children }: Props) => (
  <li className={css.card}>
    <h2>
      <Link className="cover" to={to}>
        {title}
      </Link>
    </h2>
    <p>{text}</p>
    {children}
  </li>
);

/** Proposals shown on the home screen; the others are a click away. */
const MOST = 5;

const isSettled = ({ decision, withdrawal }: ListedProposal) =>
  decision !== 'undecided' || withdrawal !== null;

type ListProps = { title: string; proposals: readonly ListedProposal[]; now: Date };

/** The newest proposals with their state; renders nothing if there are none. */
function OwnList({ title, proposals, now }: ListProps) {
  const id = useId();
  if (proposals.length === 0) return null;
  return (
    <section className={css.own} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="bare">
        {proposals.slice(0, MOST).map((proposal) => (
          <li key={proposal.id}>
            <div>
              <Link className="cover" to={paths.ownProposal(proposal)}>
                {proposal.business_name}
              </Link>
              <span>{proposal.program.title}</span>
            </div>
            <WaitingBadges proposal={proposal} />
            {(!isWaiting(proposal) || isSettled(proposal)) && <DecisionBadge {...proposal} isOwn />}
            {!isWaiting(proposal) && proposal.locked === null && (
              <span className="note">{describeChanges(proposal, now)}</span>
            )}
          </li>
        ))}
      </ul>
      {proposals.length > MOST && <Link to={paths.ownProposals}>{labels.allProposals}</Link>}
    </section>
  );
}
