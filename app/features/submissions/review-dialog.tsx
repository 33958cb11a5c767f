import { lazy, Suspense, useState } from 'react';
import type { ReviewProps } from './review-form.tsx';

/** Loaded when it is first opened. */
const ReviewForm = lazy(() => import('./review-form.tsx'));

/** The dialog that decides on a proposal (`review-form.tsx`). */
export function ReviewDialog(props: ReviewProps) {
  const [isWanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ReviewForm {...props} />
    </Suspense>
  );
}
