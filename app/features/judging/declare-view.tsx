import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Review } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { Dated } from '#app/api/transport.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { FormSummary } from '#app/ui/form.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { paths } from '#app/paths.ts';
import { judgingCalls } from './judging-calls.ts';
import { judgingLabels as labels } from './labels.ts';
import { ProposalNames } from './judged-proposal.tsx';
import { showReview } from './use-judging.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'));

export type ReviewProps = {
  review: Dated<Review>;
  round: Round;
  /** The next one that is waiting. */
  next: Review | undefined;
};

/** Where names are shown, a judge says first whether there is a tie; nothing else is shown yet. */
export function DeclareView({ review, round, next }: ReviewProps) {
  const cache = useQueryClient();
  const { problem, isBusy, run } = useFormSubmit(labels.leaveFailed);
  const [isLeaving, setLeaving] = useState(false);
  const moveOn = useMovingOn(round.id, next);
  const declare = () =>
    run(async () =>
      showReview(
        cache,
        await judgingCalls.declare(
          review.id,
          { has_conflict: false },
          { fallback: labels.leaveFailed },
        ),
      ),
    );
  return (
    <>
      {problem && <FormSummary problem={problem} />}
      <ProposalNames proposal={review.proposal} />
      <Notice
        title={labels.declareTitle}
        actions={
          <>
            <Button variant="secondary" isBusy={isBusy} onClick={() => void declare()}>
              {labels.noTie}
            </Button>
            <Button variant="secondary" onClick={() => setLeaving(true)}>
              {labels.tie}
            </Button>
          </>
        }
      >
        <p>{labels.declareText}</p>
      </Notice>
      {isLeaving && (
        <Suspense>
          <LeaveDialog
            kind="tie"
            review={review}
            onClose={() => setLeaving(false)}
            onLeft={moveOn}
          />
        </Suspense>
      )}
    </>
  );
}

/** Leads to the next proposal that is waiting, or else back to the round. */
export function useMovingOn(roundId: string, next: Review | undefined): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate(
      next ? paths.review({ roundId, id: next.id }) : paths.judgingRound({ id: roundId }),
    );
}
