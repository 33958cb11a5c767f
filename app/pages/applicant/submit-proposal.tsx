import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { formatMoment, formatDate } from '#domain/dates.ts';
import {
  extendedUntil,
  opensOn,
  asExtended,
  comingOpening,
  describeStanding,
} from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { Notice } from '#app/ui/notice.tsx';
import { paths } from '#app/paths.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { useProgramToApply } from '#app/features/programs/use-program-to-apply.ts';
import { FormLoading, LeadLoading } from '#app/features/proposals/form/loading-view.tsx';
import { SubmitForm } from '#app/features/proposals/form/submit-form.tsx';
import { proposalLabels, describeApplied } from '#app/features/proposals/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { DOT } from '#app/ui/join-facts.ts';
import { api } from '#app/api/browser.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { useBriefWait } from '#app/ui/use-brief-wait.ts';

/** Loaded by members. */
const SharedDraft = lazyPart(() => import('#app/features/proposals/form/shared-draft.tsx'));

export const meta = () => [{ title: proposalLabels.submitTitle }];

/** /dashboard/applicant/submit?programId=, or ?draftId= for one that somebody else shares. */
export default function SubmitProposal() {
  const draftId = useSearchParams()[0].get('draftId');
  return draftId ? (
    <Suspense fallback={<FormLoading label="Loading the program" />}>
      <SharedDraft key={draftId} draftId={draftId} Form={OpenForm} Lead={Lead} />
    </Suspense>
  ) : (
    <OwnDraft />
  );
}

function OwnDraft() {
  const [search] = useSearchParams();
  const id = search.get('programId') ?? '';
  const { data: program, error, isPending, refetch } = useProgramToApply(id);
  const applied = useApplied(id);
  const isAsking = useBriefWait(applied.isPending, id);
  const missing = id === '' ? PROPOSAL.missingFiles : isMissing(error) && error.message;
  if (missing)
    return (
      <NotFoundState
        title={missing}
        to={paths.availablePrograms}
        label={proposalLabels.findProgram}
      />
    );
  return (
    <>
      <PageHeading
        title={proposalLabels.submitTitle}
        lead={<Lead program={program} isComing={isPending} />}
      />
      {(isPending || isAsking) && <FormLoading label="Loading the program" />}
      {error && !program && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {program && !isAsking && (
        <>
          {applied.data && <AppliedNotice proposal={applied.data} />}
          <OpenForm key={program.id} program={program} onStale={() => void refetch()} />
        </>
      )}
    </>
  );
}

/** An open form stays with its input after the deadline: only the server can refuse it. */
function OpenForm({ program, onStale }: { program: Program; onStale: () => void }) {
  const [wasOpen, setWasOpen] = useState(program.is_open);
  const [round, setRound] = useState(0);
  if (program.is_open && !wasOpen) setWasOpen(true);
  const opening = comingOpening(program, serverNow());
  return (
    <>
      {opening && <Notice title={opensOn(formatMoment(opening))} />}
      {!opening && (
        <SubmitForm
          key={round}
          program={program}
          wasOpen={wasOpen}
          onStale={onStale}
          onReset={() => setRound((count) => count + 1)}
        />
      )}
    </>
  );
}

function Lead({ program, isComing }: { program: Program | undefined; isComing: boolean }) {
  if (!program) return isComing && <LeadLoading />;
  return (
    <>
      <span>{program.title}</span>
      <br />
      <span>{`${describeBy(program)}${DOT}`}</span>
      <b>{describeStanding(asExtended(program), serverNow())}</b>
    </>
  );
}

const describeBy = ({ deadline_date, extended_until }: Program): string =>
  extended_until
    ? extendedUntil(formatMoment(extended_until))
    : `${proposalLabels.applyBy} ${formatMoment(deadline_date)}`;

/** The caller's newest proposal for a program; null if there is none. */
const useApplied = (programId: string) =>
  useQuery({
    queryKey: ['applied', programId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const query = { program_id: programId, limit: 1 };
      return (await api.listProposals(query, { signal })).items[0] ?? null;
    },
    enabled: programId !== '',
    retry: false,
  });

/** Says that there is already a proposal for this program, before a second one is written. */
function AppliedNotice({ proposal }: { proposal: ListedProposal }) {
  return (
    <Notice
      tone="warn"
      title={proposalLabels.appliedTitle}
      actions={
        <LinkButton to={paths.ownProposal({ id: proposal.id })} variant="secondary">
          {proposalLabels.openProposal}
        </LinkButton>
      }
    >
      <p>{describeApplied(proposal.business_name, formatDate(proposal.created_at))}</p>
    </Notice>
  );
}
