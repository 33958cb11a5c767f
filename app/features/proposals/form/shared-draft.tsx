import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { useProgramToApply } from '#app/features/programs/use-program-to-apply.ts';
import { FormLoading } from './loading-view.tsx';
import { proposalLabels } from '#app/features/proposals/labels.ts';
import { paths } from '#app/paths.ts';
import { NotFoundState } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';

type Props = {
  draftId: string;
  Form: ComponentType<{ program: Program; onStale: () => void }>;
  Lead: ComponentType<{ program: Program | undefined; isComing: boolean }>;
};

/** The form of a draft that somebody else owns: its id stands for the program's in every call. */
export default function SharedDraft({ draftId, Form, Lead }: Props): ReactNode {
  const {
    data: draft,
    error,
    refetch,
  } = useQuery({
    queryKey: ['shared-draft', draftId],
    queryFn: ({ signal }) => draftCalls.find(draftId, { signal }),
    gcTime: 0,
  });
  const asked = useProgramToApply(draft?.program_id ?? '');
  if (draft === null)
    return (
      <NotFoundState
        title={DRAFT_RULES.notFound}
        to={paths.ownProposals}
        label={proposalLabels.back}
      />
    );
  const failed = failureOf(draft, error) ?? failureOf(asked.data, asked.error);
  const program = draft && asked.data && asOwned(asked.data, draft.id, draft.extended_until);
  return (
    <>
      <PageHeading
        title={proposalLabels.submitTitle}
        lead={<Lead program={program} isComing={!failed} />}
      />
      {failed && (
        <ErrorState
          message={failed.message}
          onRetry={() => void Promise.all([refetch(), asked.refetch()])}
        />
      )}
      {!failed && !program && <FormLoading label="Loading the program" />}
      {program && <Form program={program} onStale={() => void asked.refetch()} />}
    </>
  );
}

const failureOf = (data: unknown, error: Error | null) => (data ? undefined : (error ?? undefined));

/** Until when its owner has time counts. */
function asOwned(program: Program, id: string, until: string | null): Program {
  const isExtended = until !== null && new Date(until) > serverNow();
  const own = { ...program, id, is_open: program.is_open || isExtended };
  return until === null ? own : { ...own, extended_until: until };
}
