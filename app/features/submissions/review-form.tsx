import { useState } from 'react';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import {
  formatApproval,
  formatStage,
  stageChoices,
  type FundingStage,
} from '#domain/proposals/rules.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { refusalOf, useSingleFlight } from '#app/editing/use-form-submit.ts';
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

  const close = () => {
    setProblem(null);
    dropConflict();
    onClose();
  };
  const send = (input: ReviewProposalInput) => singleFlight(() => decide(input));
  const decide = async (input: ReviewProposalInput) => {
    try {
      if (!(await attempt(input))) return;
      toast.success(PROPOSAL.updated);
      close();
    } catch (error) {
      setProblem(refusalOf(error, PROPOSAL.updateFailed));
    }
  };
  const submit = (data: FormData) => {
    setProblem(null);
    // A select and a checkbox: no input could be invalid.
    void send({
      funding_stage: data.get('funding_stage') as FundingStage,
      is_approved: data.has('is_approved'),
    });
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
        <Form problem={problem} onSubmit={submit}>
          <p>
            <b>{proposal.business_name}</b>
          </p>
          <CheckboxField
            label={reviewLabels.approved}
            name="is_approved"
            hint={reviewLabels.approvedHint}
            defaultChecked={proposal.is_approved}
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
          <FormActions>
            <Button
              variant="secondary"
              aria-disabled={review.isPending || undefined}
              onClick={() => review.isPending || close()}
            >
              {reviewLabels.cancel}
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
