import { lazy, Suspense, useState } from 'react';
import type { ReviewProps } from './review-form.tsx';

/** Loaded when it is first opened. */
const ReviewForm = lazy(() => import('./review-form.tsx'));

/**
 * The dialog that decides on a proposal (`review-form.tsx`). While it is open, its proposal is the
 * one that it was opened with: what a colleague has saved since is a conflict, not overwritten.
 */
export function ReviewDialog(props: ReviewProps) {
  const [isWanted, setWanted] = useState(props.isOpen);
  const [proposal, setProposal] = useState(props.proposal);
  if (props.isOpen && !isWanted) setWanted(true);
  if (!props.isOpen && proposal !== props.proposal) setProposal(props.proposal);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ReviewForm {...props} proposal={proposal} />
    </Suspense>
  );
}
