import { useEffect, useRef, useState } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { spread } from '#app/api/queries.ts';
import type { Versioned } from '#app/api/transport.ts';
import { randomKey } from '#app/api/random-key.ts';
import { isSame } from '#app/editing/draft-versions.ts';
import { saveByVersion } from '#app/editing/save-by-version.ts';
import { refusalOf, useFormSubmit } from '#app/editing/use-form-submit.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { isWorthRetrying, pauseAfter } from '#app/uploads/retry.ts';
import { waitForConnection } from '#app/uploads/wait-for-connection.ts';
import { mapDocumentErrors } from './read-document-errors.ts';
import { digestDocuments, refuseUnchecked, type Documents } from './read-submission.ts';
import { submitLabels } from './labels.ts';
import type { SavedDraft } from './use-saved-draft.ts';

/** Milliseconds after which a silent connection counts as none. */
const UNANSWERED_MS = 20_000;

/** `until`: when it is retried; null while offline. */
type SubmitState =
  | { phase: 'sending' }
  | { phase: 'waiting'; until: number | null; retryNow: () => void }
  | null;
type SubmissionResult = { proposal: Versioned<Proposal> } | { receipt: Receipt };

/** Only answers that were shown are submitted. */
const changedMeanwhile = () =>
  new ApiError(412, 'changed_meanwhile', submitLabels.changedMeanwhile);
const isAborted = (error: unknown) => error instanceof ApiError && error.code === 'aborted';

/**
 * Submits a draft once, however often the button is pressed, and retries until there is an answer.
 */
export function useSubmitting(program: Program, draft: SavedDraft, isUploading: boolean) {
  const [state, setState] = useState<SubmitState>(null);
  const [key] = useState(randomKey);
  const running = useRef<AbortController | null>(null);
  const { problem, run, refuse } = useFormSubmit(PROPOSAL.submitFailed);
  useEffect(() => () => running.current?.abort(), []);
  const isReplacing = useRef(isUploading);
  useEffect(() => {
    isReplacing.current = isUploading;
  }, [isUploading]);

  const send = async (
    documents: Documents,
    shown: FormValues,
    signal: AbortSignal,
  ): Promise<SubmissionResult> => {
    const digests = await digestDocuments(documents).catch(() => {
      // Browsers digest over https and on localhost only.
      const reason = isSecureContext ? submitLabels.unread : submitLabels.notSecure;
      throw new ApiError(0, 'unreadable', reason);
    });
    // A new upload may not have replaced the older document yet.
    const isPassing = (error: ApiError) =>
      isWorthRetrying(error) || (error.code === 'documents_differ' && isReplacing.current);
    return untilAnswered({ signal, tell: setState, isPassing }, async () => {
      const etag = await draft.sync.settleAll();
      if (!isSame(shown, draft.sync.values())) throw changedMeanwhile();
      const limited = AbortSignal.any([signal, AbortSignal.timeout(UNANSWERED_MS)]);
      const options = {
        idempotencyKey: key,
        fallback: PROPOSAL.submitFailed,
        signal: limited,
        etag,
      };
      return saveByVersion(
        () => draftCalls.submit(program.id, { documents: digests }, options),
        async () => {
          await draft.sync.refetch();
          throw changedMeanwhile();
        },
      );
    });
  };
  /** Returns a refusal for the form to show. */
  const submit = async (
    documents: Documents,
    onDone: (submitted: SubmissionResult) => Promise<unknown>,
  ): Promise<FormProblem | undefined> => {
    let refused: FormProblem | undefined;
    const shown = draft.sync.values();
    await run(async () => {
      const stop = (running.current = new AbortController());
      setState({ phase: 'sending' });
      try {
        const wrong = await refuseUnchecked(documents);
        if (wrong) throw new ApiError(0, 'unreadable', wrong.message, wrong.fields);
        await onDone(await send(documents, shown, stop.signal));
      } catch (error) {
        const isStopped = stop.signal.aborted || isAborted(error);
        refused = refusalOf(
          isStopped ? new ApiError(0, 'aborted', submitLabels.stopped) : error,
          PROPOSAL.submitFailed,
          mapDocumentErrors,
        );
        throw error;
      } finally {
        setState(null);
      }
    });
    if (refused) refuse(refused);
    return refused;
  };
  return { state, problem, refuse, submit, stop: () => running.current?.abort() };
}

type WaitOptions = {
  signal: AbortSignal;
  tell: (state: SubmitState) => void;
  /** Whether nothing has been decided. */
  isPassing: (error: ApiError) => boolean;
};

/** Retries until there is a decision or the signal aborts. */
async function untilAnswered<R>(
  { signal, tell, isPassing }: WaitOptions,
  work: () => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    tell({ phase: 'sending' });
    try {
      return await work();
    } catch (error) {
      const isUndecided = error instanceof ApiError && isPassing(error);
      if (signal.aborted || !isUndecided) throw error;
    }
    await waitForConnection(spread(pauseAfter(tries)), signal, (until, retryNow) =>
      tell({ phase: 'waiting', until, retryNow }),
    );
  }
}
