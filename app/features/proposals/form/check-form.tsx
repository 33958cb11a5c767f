import type { Program } from '#domain/programs/schema.ts';
import { Button } from '#app/ui/button.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { RetryText } from '#app/uploads/retry-text.tsx';
import type { AnswerText } from '#app/features/questions/read-steps.ts';
import { proposalLabels } from '../labels.ts';
import { CheckAnswers, checkLabels } from './check-answers.tsx';
import { SaveLabel } from './save-label.tsx';
import css from './submit-form.module.css';
import { submitLabels } from './labels.ts';
import type { DraftDocuments } from './use-draft-documents.ts';
import type { SavedDraft } from './use-saved-draft.ts';
import type { useSubmitting } from './use-submitting.ts';

type Submitting = ReturnType<typeof useSubmitting>;
type Props = {
  program: Program;
  draft: SavedDraft;
  documents: DraftDocuments;
  /** To the program's own questions. */
  asked: readonly AnswerText[];
  missing: FormProblem | null;
  submission: Submitting;
  onSubmit: () => void;
  onFix: (name: string) => void;
  onBack: () => void;
};

/**
 * The last check, and the button that submits. The button keeps its place on the screen while
 * documents are checked, so that a press does not miss it when a sentence above it appears or
 * disappears.
 */
export function CheckForm(props: Props) {
  const { program, draft, documents, asked, missing, submission } = props;
  const { onSubmit, onFix, onBack } = props;
  // What is being submitted already is decided by the server.
  const isClosed = !program.is_open && submission.state === null;
  const owner = draft.server?.my_role === 'member' ? draft.server.owner : undefined;
  return (
    <Form problem={isClosed ? null : submission.problem} onSubmit={onSubmit}>
      <CheckAnswers
        program={program}
        values={draft.sync.values()}
        documents={documents.documents}
        asked={asked}
        missing={missing}
        isClosed={isClosed}
        onFix={onFix}
        note={<SaveLabel save={draft.save} />}
      >
        <div ref={watchBarHeight} className={css.bar}>
          {owner && <p>{checkLabels.ownerSubmits(`${owner.first_name} ${owner.last_name}`)}</p>}
          {submission.state ? (
            <Sending submission={submission} />
          ) : (
            <FormActions>
              {!isClosed && !owner && <Button type="submit">{proposalLabels.submit}</Button>}
              <Button variant="secondary" onClick={onBack}>
                {checkLabels.back} <VisuallyHidden>{checkLabels.backTo}</VisuallyHidden>
              </Button>
            </FormActions>
          )}
        </div>
      </CheckAnswers>
    </Form>
  );
}

function Sending({ submission: { state, stop } }: { submission: Submitting }) {
  const stopButton = (
    <Button variant="secondary" onClick={stop}>
      {checkLabels.stop}
    </Button>
  );
  if (state?.phase !== 'waiting')
    return (
      <FormActions>
        <Button type="submit" isBusy>
          {proposalLabels.submit}
        </Button>
      </FormActions>
    );
  return (
    <Notice
      tone="bad"
      title={checkLabels.notSent}
      actions={
        <>
          <Button onClick={state.retryNow}>{submitLabels.retryNow}</Button>
          {stopButton}
        </>
      }
    >
      <p>
        {state.until === null ? (
          checkLabels.notSentOffline
        ) : (
          <>
            {checkLabels.notSentSilent} <RetryText until={state.until} />
          </>
        )}
      </p>
    </Notice>
  );
}
