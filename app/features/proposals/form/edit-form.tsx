import { PrefetchPageLinks, useNavigate } from 'react-router';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { isSameValue, valuesOf } from '#domain/questions/answers.ts';
import type { Question } from '#domain/questions/schema.ts';
import type { ChangeRequest, Proposal } from '#domain/proposals/schema.ts';
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
import { askedOf } from '../requests/asked-of.ts';
import { requestLabels } from '../requests/labels.ts';
import { useAnswering } from '../requests/use-requests.ts';
import { useRefreshProposals } from '../use-own-proposals.ts';
import { ProposalForm } from './proposal-form.tsx';
import { mapDocumentErrors } from './read-document-errors.ts';
import type { FilledProposal } from './read-proposal.ts';
import { submitLabels } from './labels.ts';

type Props = {
  proposal: Versioned<Proposal>;
  /** What the firm asked to change, and nothing else; all can be changed if undefined. */
  request?: ChangeRequest | undefined;
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

function Editing({
  proposal,
  request,
  questions: all,
  room,
  onReload,
}: Props & RequestedQuestions) {
  const fields = request?.fields;
  const questions = fields ? askedOf(all, fields) : all;
  const navigate = useNavigate();
  const refresh = useRefreshProposals();
  const { mutateAsync: answer } = useAnswering(proposal.id);
  const me = useProfile().id;
  const draft = useDraft(`proposal:${proposal.id}`, me);
  /** Whoever else may change it leaves the answer to its owner. */
  const answered = request && proposal.applicant.id === me ? request.id : undefined;
  const upload = useUpload();
  const { problem, run, refuse } = useFormSubmit(PROPOSAL.updateFailed, mapDocumentErrors);
  const { attempt, conflictPanel } = useConflictPanel(
    {
      current: proposal,
      save: (mine: FilledProposal, { etag }) =>
        upload.send({ ...mine, path: `/proposals/${proposal.id}`, etag }),
      fetchFresh: () => api.getProposal(proposal.id),
      isSaved,
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
      if (answered) await answer(answered).then(sayAnswered, sayOnlySaved);
      else toast.success(PROPOSAL.updated);
      await refresh();
      await navigate(paths.ownProposal({ id: proposal.id }));
    });
  return (
    <>
      <PrefetchPageLinks page={paths.ownProposal({ id: proposal.id })} />
      {conflictPanel && <div>{conflictPanel}</div>}
      <ProposalForm
        values={{ ...proposal, business_website: proposal.business_website ?? '' }}
        sector={proposal.business_sector}
        isRequested={fields !== undefined}
        isAnswer={answered !== undefined}
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

const sayAnswered = () => toast.success(requestLabels.answered);
/** The proposal says that the answer is still open, and has a button for it. */
const sayOnlySaved = () => toast.error(requestLabels.onlySaved);

/**
 * A save that arrived although its answer did not: nobody else has changed anything. A new file has
 * the size of the one that was sent.
 */
function isSaved(theirs: Proposal, { fields, files }: FilledProposal, basis: Proposal): boolean {
  const isKept = Object.entries(files).every(([kind, file]) => {
    const now = theirs.documents[kind];
    return now?.key !== basis.documents[kind]?.key && now?.size === file?.size;
  });
  const { answers, ...typed } = fields;
  const [sent, stored] = [readSent(answers), valuesOf(theirs.answers ?? [])];
  const isWritten = (name: string, text: string): boolean =>
    wordsOf(name, theirs[name as keyof Proposal]) === wordsOf(name, text);
  return (
    isKept &&
    Object.entries(typed).every(([name, text]) => isWritten(name, text)) &&
    Object.entries(sent).every(
      ([id, value]) => files[id] !== undefined || isSameValue(stored[id] ?? null, value),
    )
  );
}

const readSent = (answers: string | undefined) =>
  JSON.parse(answers ?? '{}') as Record<string, unknown>;

/** The server may write the markup of a description in another way. */
const wordsOf = (name: string, value: unknown): string =>
  name === 'business_description'
    ? summarise(String(value ?? ''), Number.MAX_SAFE_INTEGER)
    : String(value ?? '');

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
