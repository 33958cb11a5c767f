import { Suspense, useState } from 'react';
import { useProfile } from '#app/session/use-session.ts';
import { KeyCap } from '#app/ui/key-cap.tsx';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { type ReviewProps, useMovingOn } from './declare-view.tsx';
import { JudgedDocuments, JudgedText } from './judged-proposal.tsx';
import { judgingLabels as labels, KEY_LABELS } from './labels.ts';
import { ScoreForm } from './score-form.tsx';
import css from './review-view.module.css';
import { useReviewDraft } from './use-review-draft.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'));
const KeysDialog = lazyPart(() => import('#app/ui/keys-dialog.tsx'));

/** What is read, and beside it (on a phone below it) what is scored. */
export function ReviewView({ review, round, next }: ReviewProps) {
  const draft = useReviewDraft(review, useProfile().id);
  const moveOn = useMovingOn(round.id, next);
  const [dialog, setDialog] = useState<'tie' | 'other' | 'keys' | null>(null);
  const leave = () => {
    draft.sync.clear();
    moveOn();
  };
  return (
    <div className={css.room}>
      <div className={css.read}>
        {round.is_blind && <p className={`${css.blind} note`}>{labels.blind}</p>}
        <JudgedText proposal={review.proposal} />
        <JudgedDocuments review={review} />
      </div>
      <div className={css.desk}>
        {draft.isLoaded && (
          <ScoreForm
            key={draft.version}
            {...{ review, round, next, draft }}
            onMove={moveOn}
            onTie={() => setDialog('tie')}
            onKeys={() => setDialog('keys')}
          />
        )}
        <div className={`${css.leave} row`}>
          <Button variant="quiet" isSmall aria-keyshortcuts="c" onClick={() => setDialog('tie')}>
            <span>{labels.knowIt}</span>
            <KeyCap isHint>c</KeyCap>
          </Button>
          <Button variant="quiet" isSmall onClick={() => setDialog('other')}>
            {labels.cannot}
          </Button>
          <Button
            variant="quiet"
            isSmall
            className={css.toKeys}
            aria-keyshortcuts="?"
            onClick={() => setDialog('keys')}
          >
            <span>{labels.keys}</span>
            <KeyCap isHint>?</KeyCap>
          </Button>
        </div>
      </div>
      <Suspense>
        {dialog === 'keys' && <KeysDialog keys={KEY_LABELS} onClose={() => setDialog(null)} />}
        {(dialog === 'tie' || dialog === 'other') && (
          <LeaveDialog
            kind={dialog}
            review={review}
            onClose={() => setDialog(null)}
            onLeft={leave}
          />
        )}
      </Suspense>
    </div>
  );
}
