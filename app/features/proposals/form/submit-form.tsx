import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { PrefetchPageLinks, useNavigate } from 'react-router';
import type { Program } from '#domain/programs/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { FIRST_STEP, paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useProfile } from '#app/session/use-session.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { useBriefWait } from '#app/ui/use-brief-wait.ts';
import type { Step } from '#app/features/questions/read-steps.ts';
import { answerField, questionIdOf } from '#domain/questions/rules.ts';
import { DEFAULT_SORT } from '../labels.ts';
import { useOwnProposals, useRefreshProposals } from '../use-own-proposals.ts';
import { AnswersForm, fetchEarlier } from './answers-form.tsx';
import { FormLoading } from './loading-view.tsx';
import { StepList } from './step-list.tsx';
import { ClosedNotice, KeptAnswers, LapsedNotice, Standing } from './standing-view.tsx';
import { withUnsaved } from './read-submission.ts';
import { submitLabels } from './labels.ts';
import { useDraftDocuments } from './use-draft-documents.ts';
import { useAsked, type AskedQuestions } from './use-asked.ts';
import { useSavedDraft, type SavedDraft } from './use-saved-draft.ts';
import { CHECK_STEP, useStep } from './use-step.ts';
import { useSubmitting } from './use-submitting.ts';

/** Prefetches the next steps once the form is displayed. */
const fetchCheck = () =>
  import('./check-form.tsx').then(({ CheckForm }) => ({ default: CheckForm }));
const fetchWaiting = () =>
  import('./waiting-screen.tsx').then(({ WaitingScreen }) => ({ default: WaitingScreen }));
const CheckForm = lazy(fetchCheck);
const WaitingScreen = lazy(fetchWaiting);
const PeopleView = lazyPart(() => import('#app/features/members/people-view.tsx'));

type Props = {
  program: Program;
  /** Whether it was open at any time while this screen was shown. */
  wasOpen: boolean;
  /** The server has another deadline than this page. */
  onStale: () => void;
  /** Redraws everything. */
  onReset: () => void;
};

/**
 * Submits to one program: a draft that is saved during input, documents that are uploaded
 * meanwhile, a final check, and one small request. Whoever waits for documents sees only that, even
 * after the deadline.
 */
export function SubmitForm(props: Props) {
  const asked = useAsked(props.program);
  if (!asked.isPending) return <Submission {...props} asked={asked} />;
  return asked.hasFailed ? (
    <ErrorState message={submitLabels.questionsFailed} onRetry={asked.retry} />
  ) : (
    <FormLoading label={submitLabels.loadingQuestions} />
  );
}

function Submission({
  program,
  wasOpen,
  asked,
  onStale,
  onReset,
}: Props & { asked: AskedQuestions }) {
  const { id: userId } = useProfile();
  const draft = useSavedDraft(program.id, userId);
  const documents = useDraftDocuments(program.id, userId, draft, asked.files);
  const submission = useSubmitting(program, draft, documents.uploads.isBusy);
  const finish = useFinish();
  const isReady = useIsReady(draft);
  const { step, isChecking, isFixing, openCheck, openStep, leave } = useStep(program.id);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  // Whoever goes back to correct something must not have it submitted half-way.
  const stopSubmitting = useEffectEvent(submission.stop);
  useEffect(() => {
    if (!isChecking) stopSubmitting();
  }, [isChecking]);
  useEffect(
    () => void Promise.all([fetchCheck(), fetchWaiting(), fetchEarlier()]).catch(() => undefined),
    [],
  );
  const deadline = draft.server?.deadline_date;
  const hasMoved = deadline !== undefined && deadline !== program.deadline_date;
  const askAgain = useEffectEvent(onStale);
  useEffect(() => {
    if (hasMoved) askAgain();
  }, [hasMoved, deadline]);
  const waiting = draft.server?.submitting;
  if (waiting && !receipt) setReceipt(waiting);

  const complete = async (proposal: Versioned<Proposal>) => {
    draft.sync.clear();
    documents.uploads.forget();
    await leave();
    await finish(proposal);
  };
  const missing = withUnsaved(asked.refuse(draft.sync.values(), documents.documents), draft.save);
  /** Focuses the field of this name. */
  const fix = (field: string) => openStep(asked.stepOf(field), field);
  /** The id of a refused question that this page may only know when it has asked again. */
  const awaited = useRef<string>(undefined);
  const openAwaited = useEffectEvent(() => {
    const isKnown = asked.questions.some(({ id }) => id === awaited.current);
    if (isChecking || !isKnown) return;
    openStep(asked.stepOf(answerField(awaited.current!)));
    awaited.current = undefined;
  });
  useEffect(() => openAwaited(), [asked.questions, isChecking]);
  const openRefused = ({ fields = {} }: FormProblem) => {
    const [first] = Object.keys(fields);
    if (first === undefined) return;
    openStep(asked.stepOf(first));
    awaited.current = questionIdOf(first);
    // The program may ask something else than when this page was loaded.
    if (Object.keys(fields).some(questionIdOf)) onStale();
  };
  const submit = async () => {
    if (missing) {
      submission.refuse(missing);
      return openRefused(missing);
    }
    documents.startReplacing();
    const sent = asked.submitted(draft.sync.values(), documents.documents);
    const refused = await submission.submit(sent, async (submitted) => {
      if ('proposal' in submitted) return complete(submitted.proposal);
      setReceipt(submitted.receipt);
      documents.startAll();
    });
    if (!refused) return;
    openRefused(refused);
    // The deadline may have passed, or moved.
    onStale();
  };

  if (!isReady) return <FormLoading label="Loading your draft" />;
  if (receipt)
    return (
      <Suspense fallback={<FormLoading label="Loading your draft" />}>
        <WaitingScreen
          receipt={receipt}
          program={program}
          draft={draft}
          documents={documents}
          onComplete={complete}
          onReset={onReset}
        />
      </Suspense>
    );
  if (!wasOpen)
    return (
      <>
        <ClosedNotice />
        {draft.server && (
          <KeptAnswers
            draft={draft.server}
            asked={asked.describe(draft.sync.values(), documents.documents)}
          />
        )}
      </>
    );
  const steps = asked.readSteps(draft.sync.values(), documents.documents);
  const shown = knownStep(steps, step);
  const check = () => {
    draft.sync.flush();
    submission.refuse(null);
    openCheck();
  };
  return (
    <>
      <StepList
        steps={steps}
        current={shown}
        isComplete={!missing}
        onOpen={(name) => openStep(name)}
        onCheck={check}
      />
      <Standing program={program} />
      <LapsedNotice draft={draft.server} program={program} />
      {/* So that the next screen opens even if the connection breaks after the last byte. */}
      <PrefetchPageLinks page={paths.ownProposal({ id: program.id })} />
      <div hidden={isChecking}>
        <Suspense fallback={<FormLoading label="Loading your draft" />}>
          <AnswersForm
            program={program}
            draft={draft}
            documents={documents}
            problem={isChecking ? null : submission.problem}
            asked={asked}
            steps={steps}
            step={shown}
            isFixing={isFixing}
            onOpen={openStep}
            onEdit={() => {
              // Whoever goes on with the newest version has seen it.
              if (submission.problem?.message === submitLabels.changedMeanwhile)
                submission.refuse(null);
            }}
            onCheck={check}
            people={<DraftPeople draft={draft} mayInvite={program.is_open} />}
          />
        </Suspense>
      </div>
      {isChecking && (
        <Suspense fallback={<Skeleton isForm label="Loading your answers" />}>
          <CheckForm
            program={program}
            draft={draft}
            documents={documents}
            asked={asked.describe(draft.sync.values(), documents.documents)}
            missing={missing}
            submission={submission}
            onSubmit={() => void submit()}
            onFix={fix}
            onBack={() => openStep()}
          />
        </Suspense>
      )}
    </>
  );
}

type PeopleProps = { draft: SavedDraft; mayInvite: boolean };

/** Once the draft is saved, others can be invited to it. */
function DraftPeople({ draft: { server, refresh }, mayInvite }: PeopleProps) {
  if (!server) return null;
  return (
    <Suspense>
      <PeopleView
        place={`/drafts/${server.id}`}
        members={server.members ?? []}
        role={server.my_role}
        owner={`${server.owner.first_name} ${server.owner.last_name}`}
        mayInvite={mayInvite}
        onChange={refresh}
      />
    </Suspense>
  );
}

/** One that the address may name although all of its questions are hidden. */
const knownStep = (steps: readonly Step[], step: string): string =>
  step === CHECK_STEP || steps.some(({ name }) => name === step) ? step : FIRST_STEP;

/** Whether the draft is there, and what it can start from: that comes before its fields. */
function useIsReady(draft: SavedDraft): boolean {
  const isWaiting = useBriefWait(useOwnProposals(DEFAULT_SORT).isLoading);
  return !isWaiting && draft.isLoaded;
}

/** Leads to the proposal, which says what happens next. */
function useFinish() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const refresh = useRefreshProposals();
  return async (proposal: Versioned<Proposal>) => {
    const { id } = proposal;
    cache.setQueryData([queryKeys.proposals, 'one', id], proposal);
    void refresh();
    toast.success(PROPOSAL.submitted);
    // Back leads to the programs, not to an empty form.
    await navigate(paths.sentProposal({ id }), { replace: true, state: { sent: true } });
  };
}
