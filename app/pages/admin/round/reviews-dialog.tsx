import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import type { ReadReview } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import css from './round.module.css';

const labels = {
  title: (name: string) => `Reviews of ${name}`,
  loading: 'Loading the reviews',
  none: 'There are no reviews.',
  hasConflict: 'This entry has a review by a judge with a conflict.',
  hasConflictText: 'That review does not count. If there are too few reviews, reopen the round.',
  close: 'Close',
  total: (total: number | null) => (total === null ? 'Not submitted' : total.toFixed(2)),
  states: {
    assigned: 'Not started',
    started: 'Not submitted',
    submitted: 'Submitted',
    recused: 'Conflict of interest, not counted',
    abstained: 'Abstained',
    removed: 'Given to another judge',
  },
  strength: 'What was strong',
  nextStep: 'What would make it stronger',
  note: 'Note for admins',
  hidden: 'Hidden from the applicant',
  hide: 'Hide comments',
  show: 'Show comments',
  hideText: 'The applicant won’t see these comments. The scores count as before.',
  showText: 'The applicant gets these comments with the results.',
  hiddenNow: 'Comments hidden.',
  shownNow: 'Comments shown.',
} as const;

type Props = { round: Round; entry: RankedEntry; onClose: () => void };

/** What every judge gave and wrote; comments can be kept from the applicant. */
export function ReviewsDialog({ round, entry, onClose }: Props) {
  const key = [queryKeys.rounds, 'reviews', round.id, entry.code];
  const cache = useQueryClient();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => resultCalls.listReviews(round.id, entry.proposal_id!, { signal }),
    enabled: entry.proposal_id !== null,
  });
  const [changed, setChanged] = useState<ReadReview | null>(null);
  return (
    <>
      <Dialog
        title={labels.title(entry.business_name ?? entry.code)}
        isOpen
        isPage
        onClose={onClose}
        actions={
          <Button variant="secondary" onClick={onClose}>
            {labels.close}
          </Button>
        }
      >
        {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {isLoading && <Skeleton label={labels.loading} rows={3} />}
        {data?.length === 0 && <p>{labels.none}</p>}
        {data?.some(({ state }) => state === 'recused') && (
          <Notice title={labels.hasConflict} tone="warn">
            <p>{labels.hasConflictText}</p>
          </Notice>
        )}
        {data?.map((review) => (
          <ReviewView
            key={review.id}
            round={round}
            review={review}
            onHide={() => setChanged(review)}
          />
        ))}
      </Dialog>
      {changed && (
        <HideDialog
          review={changed}
          onHidden={() => cache.invalidateQueries({ queryKey: key })}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  );
}

type HideProps = { review: ReadReview; onHidden: () => Promise<void>; onClose: () => void };

function HideDialog({ review: { id, is_hidden: wasHidden }, onHidden, onClose }: HideProps) {
  const label = wasHidden ? labels.show : labels.hide;
  return (
    <AskDialog
      title={label}
      text={wasHidden ? labels.showText : labels.hideText}
      confirmLabel={label}
      onClose={onClose}
      onConfirm={async ({ reason = '' }) => {
        const input = { is_hidden: !wasHidden, ...(reason && { reason }) };
        await resultCalls.hideReview(id, input);
        await onHidden();
        return wasHidden ? labels.shownNow : labels.hiddenNow;
      }}
    >
      {!wasHidden && <ReasonField />}
    </AskDialog>
  );
}

type ViewProps = { round: Round; review: ReadReview; onHide: () => void };

function ReviewView({ round, review, onHide }: ViewProps) {
  const { judge, state, scores, strength, next_step: nextStep, note } = review;
  const isCounted = state === 'submitted';
  const texts = [
    [labels.strength, strength],
    [labels.nextStep, nextStep],
    [labels.note, note],
  ].filter((pair): pair is [string, string] => pair[1] !== '');
  return (
    <section className={css.review}>
      <h3>
        <span>{`${judge.name}: ${isCounted ? labels.total(review.total) : labels.states[state]}`}</span>
        {review.is_hidden && <Badge tone="wait">{labels.hidden}</Badge>}
      </h3>
      {Object.keys(scores).length > 0 && (
        <Facts isCompact facts={round.criteria.map(({ id, name }) => [name, scores[id] ?? '–'])} />
      )}
      {review.reason && <p>{review.reason}</p>}
      {texts.map(([label, text]) => (
        <div key={label}>
          <h4>{label}</h4>
          <PlainText>{text}</PlainText>
        </div>
      ))}
      {isCounted && (strength || nextStep) && round.state !== 'released' && (
        <Button
          variant="secondary"
          isSmall
          aria-label={`${review.is_hidden ? labels.show : labels.hide}: ${judge.name}`}
          onClick={onHide}
        >
          {review.is_hidden ? labels.show : labels.hide}
        </Button>
      )}
    </section>
  );
}
