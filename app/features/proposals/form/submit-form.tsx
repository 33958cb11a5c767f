import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { PrefetchPageLinks, useNavigate, useSearchParams } from 'react-router';
import type { Program } from '#domain/programs/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useProfile } from '#app/session/use-session.ts';
import { fieldId } from '#app/ui/field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { useRefreshProposals } from '../use-own-proposals.ts';
import { AnswersForm } from './answers-form.tsx';
import { ClosedNotice, KeptAnswers, Standing } from './standing-view.tsx';
import { refuseSubmission } from './read-submission.ts';
import { submitLabels } from './submit-labels.ts';
import { useDraftDocuments } from './use-draft-documents.ts';
import { useSavedDraft } from './use-saved-draft.ts';
import { useSubmitting } from './use-submitting.ts';

/** Prefetches the next steps once the form is displayed. */
const fetchCheck = () =>
  import('./check-form.tsx').then(({ CheckForm }) => ({ default: CheckForm }));
const fetchWaiting = () =>
  import('./waiting-screen.tsx').then(({ WaitingScreen }) => ({ default: WaitingScreen }));
const CheckForm = lazy(fetchCheck);
const WaitingScreen = lazy(fetchWaiting);

type Props = {
  program: Program;
  /** Whether it was open at any time while this screen was shown. */
  wasOpen: boolean;
  /** The server has another deadline than this page. */
  onStale: () => void;
  /** Redraws everything. */
  onReset: () => void;
};

const CHECK = 'check';

/**
 * Submits to one program: a draft that is saved during input, documents that are uploaded
 * meanwhile, a final check, and one small request. Whoever waits for documents sees only that, even
 * after the deadline.
 */
export function SubmitForm({ program, wasOpen, onStale, onReset }: Props) {
  const { id: userId } = useProfile();
  const draft = useSavedDraft(program.id, userId);
  const documents = useDraftDocuments(program.id, userId, draft);
  const submission = useSubmitting(program, draft, documents.uploads.isBusy);
  const finish = useFinish();
  const { isChecking, openCheck, openForm, leave } = useStep(program.id);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  // Whoever goes back to correct something must not have it submitted half-way.
  const stopSubmitting = useEffectEvent(submission.stop);
  useEffect(() => {
    if (!isChecking) stopSubmitting();
  }, [isChecking]);
  useEffect(() => void Promise.all([fetchCheck(), fetchWaiting()]).catch(() => undefined), []);
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
  const missing = refuseSubmission(draft.sync.values(), documents.documents);
  const submit = async () => {
    if (missing) {
      submission.refuse(missing);
      return openForm();
    }
    documents.startReplacing();
    const refused = await submission.submit(documents.documents, async (submitted) => {
      if ('proposal' in submitted) return complete(submitted.proposal);
      setReceipt(submitted.receipt);
      documents.startAll();
    });
    if (refused?.fields && Object.keys(refused.fields).length > 0) openForm();
  };

  if (!draft.isLoaded) return <Skeleton label="Loading your draft" />;
  if (receipt)
    return (
      <Suspense fallback={<Skeleton label="Loading your draft" />}>
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
        {draft.server && <KeptAnswers draft={draft.server} />}
      </>
    );
  return (
    <>
      <Standing program={program} />
      {/* So that the next screen opens even if the connection breaks after the last byte. */}
      <PrefetchPageLinks page={paths.ownProposal({ id: program.id })} />
      <div hidden={isChecking}>
        <AnswersForm
          program={program}
          draft={draft}
          documents={documents}
          problem={isChecking ? null : submission.problem}
          onEdit={() => {
            // Whoever goes on with the newest version has seen it.
            if (submission.problem?.message === submitLabels.changedMeanwhile)
              submission.refuse(null);
          }}
          onCheck={() => {
            draft.sync.flush();
            submission.refuse(null);
            openCheck();
          }}
        />
      </div>
      {isChecking && (
        <Suspense fallback={<Skeleton label="Loading your answers" />}>
          <CheckForm
            program={program}
            draft={draft}
            documents={documents}
            missing={missing}
            submission={submission}
            onSubmit={() => void submit()}
            onFix={openForm}
            onBack={() => openForm()}
          />
        </Suspense>
      )}
    </>
  );
}

/** Form or check page, according to the address: the browser's Back leads to the form. */
function useStep(programId: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [wasForm, setWasForm] = useState(false);
  const wanted = useRef<string>(undefined);
  const isChecking = search.get('step') === CHECK;
  const form = paths.submitProposal({ programId });
  useEffect(() => {
    if (isChecking) return;
    if (wanted.current) document.getElementById(fieldId(wanted.current))?.focus();
    wanted.current = undefined;
  }, [isChecking]);
  return {
    isChecking,
    openCheck: () => {
      setWasForm(true);
      void navigate(`${form}&step=${CHECK}`, { preventScrollReset: true });
    },
    /** Focuses the field of this name. */
    openForm: (field?: string) => {
      wanted.current = field;
      if (wasForm) history.back();
      else void navigate(form, { replace: true });
    },
    /** So that Back does not lead to the form later. */
    leave: async () => {
      if (isChecking && wasForm) await stepBack();
    },
  };
}

const stepBack = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    history.back();
  });

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
