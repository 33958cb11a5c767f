import { PrefetchPageLinks, useNavigate } from 'react-router';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Question } from '#domain/questions/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useConflictPanel } from '#app/editing/form/use-conflict-panel.tsx';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { isMissing } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useProgramToApply } from '#app/features/programs/use-program-to-apply.ts';
import type { QuestionRoom } from '#app/features/questions/question-form.tsx';
import { useQuestionRoom } from '#app/features/questions/use-question-room.ts';
import { useUpload } from '#app/uploads/use-upload.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { proposalLabels } from '#app/features/proposals/labels.ts';
import { useRefreshProposals } from '../use-own-proposals.ts';
import { ProposalForm } from './proposal-form.tsx';
import { mapDocumentErrors } from './read-document-errors.ts';
import type { FilledProposal } from './read-proposal.ts';
import { submitLabels } from './labels.ts';

type Props = {
  proposal: Versioned<Proposal>;
  /** Those that can be changed; all if undefined. */
  fields?: string[] | undefined;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/**
 * Edits one's own proposal. A document is replaced only if a new file is chosen. If it was saved
 * elsewhere in the meantime, both versions are shown side by side.
 */
export function EditForm(props: Props) {
  const { answers, program } = props.proposal;
  const asking = useProgramToApply(answers ? program.id : '');
  const questions = asking.data?.questions ?? NONE;
  const { room, isPending, hasFailed, retry } = useQuestionRoom(questions);
  if (hasFailed) return <ErrorState message={submitLabels.questionsFailed} onRetry={retry} />;
  if (asking.error && !asking.data && !isMissing(asking.error))
    return <ErrorState message={asking.error.message} onRetry={() => void asking.refetch()} />;
  return isPending || asking.isLoading ? (
    <Skeleton isForm label={submitLabels.loadingQuestions} />
  ) : (
    <Editing {...props} questions={questions} room={room} />
  );
}

const NONE: readonly Question[] = [];

/** `room` is null if nothing is asked. */
type RequestedQuestions = { questions: readonly Question[]; room: QuestionRoom | null };

/** Those that were asked for, and what an answer to one of them makes shown. */
const askedOf = (questions: readonly Question[], fields: string[]): readonly Question[] =>
  questions.filter(
    ({ id, shown_if }) =>
      fields.includes(id) || (shown_if !== null && fields.includes(shown_if.question_id)),
  );

function Editing({ proposal, fields, questions: all, room, onReload }: Props & RequestedQuestions) {
  const questions = fields ? askedOf(all, fields) : all;
  const navigate = useNavigate();
  const refresh = useRefreshProposals();
  const draft = useDraft(`proposal:${proposal.id}`, useProfile().id);
  const upload = useUpload();
  const { problem, run, refuse } = useFormSubmit(PROPOSAL.updateFailed, mapDocumentErrors);
  const { attempt, conflictPanel } = useConflictPanel(
    {
      current: proposal,
      save: (mine: FilledProposal, { etag }) =>
        upload.send({ ...mine, proposalId: proposal.id, etag }),
      fetchFresh: () => api.getProposal(proposal.id),
      compare: (theirs: Proposal, { fields: typed }) => [
        ...compareProposals(theirs, typed),
        ...(room?.compareAnswers(questions, theirs.answers ?? [], typed['answers']) ?? []),
      ],
      onReload,
    },
    { draft, isBusy: upload.state !== null },
  );

  const save = (mine: FilledProposal) =>
    run(async () => {
      const saved = await attempt(mine);
      if (!saved || saved === 'already-running') return;
      draft.clear();
      await refresh();
      toast.success(PROPOSAL.updated);
      await navigate(paths.ownProposal({ id: proposal.id }));
    });
  return (
    <>
      <PrefetchPageLinks page={paths.ownProposal({ id: proposal.id })} />
      {conflictPanel && <div>{conflictPanel}</div>}
      <ProposalForm
        values={{ ...proposal, business_website: proposal.business_website ?? '' }}
        sector={proposal.business_sector}
        isShown={(name) => fields?.includes(name) ?? true}
        draft={draft}
        asked={
          room &&
          questions.length > 0 && (
            <room.EditedFields
              key={draft.version}
              questions={questions}
              stored={proposal.answers ?? []}
              sent={draft.values['answers']}
            />
          )
        }
        stored={proposal.documents}
        upload={upload}
        problem={problem}
        refuse={refuse}
        onSubmit={(filled) => void save(filled)}
        cancelPath={paths.ownProposal({ id: proposal.id })}
      />
    </>
  );
}

const EXCERPT = 400;

function compareProposals(theirs: Proposal, mine: Record<string, string>): Difference[] {
  return onlyDifferent([
    {
      label: proposalLabels.businessName,
      theirs: theirs.business_name,
      mine: mine.business_name ?? '',
    },
    {
      label: proposalLabels.location,
      theirs: theirs.business_location,
      mine: mine.business_location ?? '',
    },
    {
      label: proposalLabels.website,
      theirs: theirs.business_website ?? '',
      mine: mine.business_website ?? '',
    },
    {
      label: proposalLabels.description,
      theirs: summarise(theirs.business_description, EXCERPT),
      mine: summarise(mine.business_description ?? '', EXCERPT),
    },
  ]);
}
