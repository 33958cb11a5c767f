import { useNavigate } from 'react-router';
import type { Review } from '#domain/judging/review-schema.ts';
import { paths } from '#app/paths.ts';

/** Leads to the next proposal that is waiting, or else back to the round. */
export function useMovingOn(roundId: string, next: Review | undefined): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate(
      next ? paths.review({ roundId, id: next.id }) : paths.judgingRound({ id: roundId }),
    );
}
