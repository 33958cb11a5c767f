import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { UserRow } from '#domain/accounts/schema.ts';
import { formatDateTime } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import { api } from '#app/api/browser.ts';
import { listEvery } from '#app/api/every.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { serverNow } from '#app/api/server-clock.ts';
import type { CallOptions } from '#app/api/transport.ts';
import { useItem } from '#app/api/use-item.ts';
import { findExtended } from '#app/features/on-behalf/find-extended.ts';
import { enterableUntil, refuseEntry } from '#app/features/on-behalf/refuse-entry.ts';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { people } from '#app/features/users/people-calls.ts';
import { paths } from '#app/paths.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import list from '#app/ui/item-list.module.css';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/on-behalf';

const labels = {
  title: 'Enter a paper proposal',
  correct: 'Correct what was entered',
  backToProgram: 'Program',
  backToPrograms: 'All programs',
  backToPerson: 'User',
  backToList: 'All submissions',
  loading: 'Loading the program',
  loadingPerson: 'Loading the account',
  loadingProposal: 'Loading the proposal',
  choose:
    'Choose the program it was handed in for. What came in before its deadline can be entered for 14 days after it.',
  lastDay: (moment: string) => `Until ${moment} GMT`,
  loadingPrograms: 'Loading the programs',
  programsFailed: 'The programs could not be loaded.',
  noPrograms:
    'No program takes paper proposals now. You can enter them from the day a program opens until 14 days after its deadline.',
  seePrograms: 'See the programs',
  notNow: 'Nothing can be entered now',
  moreTime: 'If somebody has been given more time, begin from their account.',
  seePeople: 'Find the account',
  loadingTime: 'Loading the deadline that counts for this person',
} as const;

/** The forms have what only they need. */
const EnterForm = lazyPart(() => import('#app/features/on-behalf/enter-form.tsx'));
const CorrectForm = lazyPart(() => import('#app/features/on-behalf/correct-form.tsx'));

export const meta = ({ location: { search } }: Route.MetaArgs) => [
  { title: new URLSearchParams(search).has('proposalId') ? labels.correct : labels.title },
];

/**
 * /dashboard/admin/on-behalf: types in what did not come through the portal, `?programId=` for a
 * program, `&applicantId=` for an account that there is; `?proposalId=` corrects what was typed in.
 */
export default function OnBehalf() {
  const [search] = useSearchParams();
  const [proposalId, programId, applicantId] = ['proposalId', 'programId', 'applicantId'].map(
    (name) => search.get(name) ?? '',
  ) as [string, string, string];
  if (proposalId) return <Correction key={proposalId} id={proposalId} />;
  if (!programId) return <ProgramChoice applicantId={applicantId} />;
  return <Entry key={programId + applicantId} {...{ programId, applicantId }} />;
}

function ProgramChoice({ applicantId }: { applicantId: string }) {
  const query = useQuery({
    queryKey: [queryKeys.programs, 'on paper', applicantId],
    queryFn: async ({ signal }) => {
      const options = { signal, fallback: labels.programsFailed };
      const programs = await listEvery((range) =>
        api.listPrograms({ sort: 'deadline_date', ...range }, options),
      );
      return Promise.all(programs.map((one) => withTimes(one, applicantId, options)));
    },
    staleTime: 0,
  });
  const taking = query.data?.filter(
    ({ program, extended }) => !refuseEntry(program, extended, serverNow()),
  );
  return (
    <>
      <PageHeading
        title={labels.title}
        lead={taking?.length === 0 ? undefined : labels.choose}
        back={
          applicantId
            ? { to: paths.user({ id: applicantId }), label: labels.backToPerson }
            : { to: paths.programs, label: labels.backToPrograms }
        }
      />
      <Waiting query={query} label={labels.loadingPrograms} />
      {taking?.length === 0 && (
        <EmptyState
          message={labels.noPrograms}
          action={<LinkButton to={paths.programs}>{labels.seePrograms}</LinkButton>}
        />
      )}
      {taking && taking.length > 0 && (
        <ul className={list.items}>
          {taking.map(({ program, extended }) => (
            <li key={program.id}>
              <div>
                <Link
                  to={paths.onBehalf({
                    programId: program.id,
                    ...(applicantId && { applicantId }),
                  })}
                >
                  {program.title}
                </Link>
                <span className={`${list.note} note`}>
                  {labels.lastDay(formatDateTime(enterableUntil(program, extended)))}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What this person has been given is asked for only where everybody else’s time is over. */
async function withTimes(program: Program, applicantId: string, options: CallOptions) {
  const isAsked =
    applicantId !== '' && !program.ended_at && refuseEntry(program, null, serverNow());
  const extended = isAsked ? await findExtended(program.id, applicantId, options) : null;
  return { program, extended };
}

type EntryProps = { programId: string; applicantId: string };

function Entry({ programId, applicantId }: EntryProps) {
  const item = useProgram(programId);
  return (
    <ItemScreen
      item={item}
      list={
        applicantId
          ? { to: paths.user({ id: applicantId }), label: labels.backToPerson }
          : { to: paths.editProgram({ id: programId }), label: labels.backToProgram }
      }
      title={labels.title}
      lead={item.data?.title}
      loading={labels.loading}
      isForm
    >
      {(program) =>
        applicantId ? (
          <EntryFor program={program} applicantId={applicantId} />
        ) : (
          <InTime program={program} extended={null} />
        )
      }
    </ItemScreen>
  );
}

type ForProps = { program: Program; applicantId: string };

function EntryFor({ program, applicantId }: ForProps) {
  const query = useItem(queryKeys.users, applicantId, people.get);
  const time = useQuery({
    queryKey: [queryKeys.programs, 'extended', program.id, applicantId],
    queryFn: ({ signal }) => findExtended(program.id, applicantId, { signal }),
    ...EDITED,
  });
  if (!query.data) return <Waiting query={query} label={labels.loadingPerson} isForm />;
  if (time.data === undefined) return <Waiting query={time} label={labels.loadingTime} isForm />;
  return <InTime program={program} extended={time.data} applicant={query.data} />;
}

type InTimeProps = { program: Program; extended: string | null; applicant?: UserRow };

/** The form, while what is entered is taken: otherwise nobody fills it in for nothing. */
function InTime({ program, extended, applicant }: InTimeProps) {
  // A form that somebody fills in stays: the server answers for the moment it is sent.
  const [refusal] = useState(() => refuseEntry(program, extended, serverNow()));
  if (refusal)
    return (
      <Notice
        title={labels.notNow}
        actions={!applicant && <LinkButton to={paths.users()}>{labels.seePeople}</LinkButton>}
      >
        <p>{refusal}</p>
        {!applicant && <p>{labels.moreTime}</p>}
      </Notice>
    );
  return (
    <Suspense fallback={<Skeleton isForm label={labels.loading} />}>
      <EnterForm
        program={program}
        until={enterableUntil(program, extended)}
        {...(applicant && { applicant })}
      />
    </Suspense>
  );
}

function Correction({ id }: { id: string }) {
  const item = useItem(queryKeys.proposals, id, api.getAnyProposal);
  const { data: proposal } = item;
  return (
    <ItemScreen
      item={item}
      list={{
        to: proposal ? paths.submission({ id }) : paths.submissions(),
        label: proposal?.business_name ?? labels.backToList,
      }}
      title={labels.correct}
      lead={proposal?.program.title}
      loading={labels.loadingProposal}
      isForm
    >
      {(found, reload) => (
        <Suspense fallback={<Skeleton isForm label={labels.loadingProposal} />}>
          <CorrectForm key={found.etag} proposal={found} onReload={reload} />
        </Suspense>
      )}
    </ItemScreen>
  );
}
