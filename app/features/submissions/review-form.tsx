import { useState } from 'react';
import {
  formatApproval,
  formatStage,
  stageChoices,
  type FundingStage,
} from '#domain/proposals/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { refusalOf, useSingleFlight } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { EditConflict, onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { reviewLabels } from './review-labels.ts';
import { ReviewMailView } from './review-mail-view.tsx';
import { useMailPreview } from './use-mail-preview.ts';
import { WordsFields } from './words-fields.tsx';
import { useFreshSubmission, useReview } from './use-submission.ts';

export type ReviewProps = { proposal: Versioned<Proposal>; isOpen: boolean; onClose: () => void };

/**
 * Approves with a checkbox and sets the funding stage; detects a second admin's decision and a late
 * edit by the applicant.
 */
export default function ReviewForm({ proposal, isOpen, onClose }: ReviewProps) {
  const review = useReview(proposal.id);
  const singleFlight = useSingleFlight();
  const fetchFresh = useFreshSubmission(proposal.id);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { conflict, attempt, dropConflict } = useOptimisticLock({
    current: proposal,
    save: (input: ReviewProposalInput, { etag }) => review.mutateAsync({ input, etag }),
    fetchFresh: (basis) => fetchFresh().catch(() => basis),
  });

  const draft = useDraft(`words:${proposal.id}`, useProfile().id);
  const preview = useMailPreview(proposal.id);
  const [isApproved, setApproved] = useState(proposal.is_approved);
  const takesWords = isApproved || proposal.is_approved;

  const close = () => {
    preview.forget();
    setApproved(proposal.is_approved);
    setProblem(null);
    dropConflict();
    onClose();
  };
  const send = (input: ReviewProposalInput) => singleFlight(() => decide(input));
  const decide = async (input: ReviewProposalInput) => {
    try {
      if (!(await attempt(input))) return;
      draft.clear();
      toast.success(PROPOSAL.updated);
      close();
    } catch (error) {
      setProblem(refusalOf(error, PROPOSAL.updateFailed));
    }
  };
  const submit = (data: FormData) => {
    setProblem(null);
    void send(readReview(data));
  };
  const look = (form: HTMLFormElement) => {
    setProblem(null);
    preview
      .look(readReview(new FormData(form)))
      .catch((error: unknown) => setProblem(refusalOf(error, PROPOSAL.updateFailed)));
  };
  const keep = ({ mail_text: text }: Record<string, string>) => {
    preview.forget();
    if (text) draft.save({ mail_text: text });
  };

  return (
    <Dialog
      title={conflict ? proposal.business_name : reviewLabels.dialogTitle}
      isOpen={isOpen}
      isBusy={review.isPending}
      onClose={close}
      actions={null}
    >
      {conflict ? (
        <EditConflict
          differences={compare(conflict.basis, conflict.fresh, conflict.mine)}
          isBusy={review.isPending}
          onKeepMine={() => void send(conflict.mine)}
          onTakeTheirs={close}
        />
      ) : (
        <Form key={draft.version} problem={problem} onSubmit={submit} onValues={keep}>
          <p>
            <b>{proposal.business_name}</b>
          </p>
          <CheckboxField
            label={reviewLabels.approved}
            name="is_approved"
            hint={reviewLabels.approvedHint}
            checked={isApproved}
            onChange={({ target }) => setApproved(target.checked)}
          />
          <SelectField
            label={reviewLabels.stage}
            name="funding_stage"
            options={stageChoices(proposal.funding_stage).map((stage) => ({
              value: stage,
              label: formatStage(stage),
            }))}
            defaultValue={proposal.funding_stage}
          />
          <p>{reviewLabels.mailNote}</p>
          {takesWords && (
            <>
              <RestoreDraft draft={draft} />
              <WordsFields
                kind={isApproved ? 'approval' : 'correction'}
                proposal={proposal}
                start={draft.values['mail_text'] ?? proposal.mail_text ?? ''}
              />
            </>
          )}
          {preview.answer && <ReviewMailView answer={preview.answer} />}
          <FormActions>
            <Button
              variant="secondary"
              aria-disabled={review.isPending || undefined}
              onClick={() => review.isPending || close()}
            >
              {reviewLabels.cancel}
            </Button>
            <Button variant="secondary" onClick={({ currentTarget }) => look(currentTarget.form!)}>
              {reviewLabels.preview}
            </Button>
            <Button type="submit" isBusy={review.isPending}>
              {reviewLabels.save}
            </Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}

/** A select and a checkbox could not be invalid; the server reads the text. */
function readReview(data: FormData): ReviewProposalInput {
  const text = String(data.get('mail_text') ?? '').trim();
  return {
    funding_stage: data.get('funding_stage') as FundingStage,
    is_approved: data.has('is_approved'),
    ...(text && { mail_text: text }),
  };
}

/**
 * Compares the saved version with the one about to be saved; fields that only the applicant edits
 * show their former values.
 */
function compare(seen: Proposal, fresh: Proposal, mine: ReviewProposalInput): Difference[] {
  return onlyDifferent([
    {
      label: reviewLabels.status,
      theirs: formatApproval(fresh.is_approved),
      mine: formatApproval(mine.is_approved ?? seen.is_approved),
    },
    {
      label: reviewLabels.stage,
      theirs: formatStage(fresh.funding_stage),
      mine: formatStage(mine.funding_stage ?? seen.funding_stage),
    },
    { label: reviewLabels.businessName, theirs: fresh.business_name, mine: seen.business_name },
    { label: reviewLabels.location, theirs: fresh.business_location, mine: seen.business_location },
    {
      label: reviewLabels.website,
      theirs: fresh.business_website ?? '',
      mine: seen.business_website ?? '',
    },
  ]);
}
