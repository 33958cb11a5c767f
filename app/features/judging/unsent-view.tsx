import { Link } from 'react-router';
import type { Review } from '#domain/judging/review-schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Notice } from '#app/ui/notice.tsx';
import { judgingLabels as labels } from './labels.ts';
import { nameOf } from './queue-list.tsx';
import { useSending } from './use-review-draft.ts';

/**
 * Sends what other visits have left on this device, and says what is on its way and what is not
 * taken any more: it is still here to be copied. On every screen of a judge, since nobody knows
 * which one is open when the line comes back.
 */
export function UnsentView({ reviews }: { reviews: readonly Review[] }) {
  const { id: userId } = useProfile();
  const { sending, refused } = useSending(reviews, userId);
  return (
    <>
      {sending > 0 && <p role="status">{labels.sending(sending)}</p>}
      {refused.length > 0 && (
        <Notice tone="bad" title={labels.notSent(refused.length)}>
          <p>{labels.notSentText}</p>
          <ul>
            {reviews.map((review) => {
              const reason = refused.find(({ id }) => id === review.id)?.reason;
              return (
                reason && (
                  <li key={review.id}>
                    <Link to={paths.review({ roundId: review.round_id, id: review.id })}>
                      {nameOf(review)}
                    </Link>{' '}
                    <span>{reason}</span>
                  </li>
                )
              );
            })}
          </ul>
        </Notice>
      )}
    </>
  );
}
