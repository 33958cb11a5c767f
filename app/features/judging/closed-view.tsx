import { useState } from 'react';
import type { Review } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { useProfile } from '#app/session/use-session.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { ReviewProps } from './declare-view.tsx';
import { JudgedDocuments, JudgedText } from './judged-proposal.tsx';
import { judgingLabels as labels } from './labels.ts';
import { describeTotal, scoreName, valuesOf } from './read-review.ts';
import css from './review-view.module.css';
import { dropUnsent, readUnsent } from './use-review-draft.ts';

/** A round that has closed: everything to be read, nothing to be changed. */
export default function ClosedView({ review, round }: ReviewProps) {
  const userId = useProfile().id;
  const [unsent, setUnsent] = useState(() => readUnsent(review.id, userId));
  const drop = () => {
    dropUnsent(review.id, userId);
    setUnsent(undefined);
  };
  return (
    <div className={css.room}>
      <div className={css.read}>
        <Notice title={labels.closed}>
          <p>{labels.closedText}</p>
        </Notice>
        {unsent && (
          <Notice
            tone="bad"
            title={labels.unsent}
            actions={<UnsentActions text={textOf(round, unsent)} onDrop={drop} />}
          >
            <Given round={round} values={unsent} />
          </Notice>
        )}
        <JudgedText proposal={review.proposal} />
        <JudgedDocuments review={review} />
      </div>
      <div className={css.fields}>
        <section aria-labelledby="scores">
          <h2 id="scores">{labels.scores}</h2>
          <Given round={round} values={valuesOf(review)} />
        </section>
        {review.others && review.others.length > 0 && <Others others={review.others} />}
      </div>
    </div>
  );
}

function UnsentActions({ text, onDrop }: { text: string; onDrop: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(labels.copied),
      // The text can still be marked by hand.
      () => undefined,
    );
  return (
    <>
      <Button variant="secondary" isSmall onClick={() => void copy()}>
        {labels.copy}
      </Button>
      <Button variant="quiet" isSmall onClick={() => setAsking(true)}>
        {labels.drop}
      </Button>
      <Dialog
        title={labels.dropTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {labels.cancel}
            </Button>
            <Button variant="danger" onClick={onDrop}>
              {labels.drop}
            </Button>
          </>
        }
      >
        <p>{labels.dropText}</p>
      </Dialog>
    </>
  );
}

/** As it can be pasted into a message. */
const textOf = (round: Round, values: FormValues): string =>
  factsOf(round, values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const Given = ({ round, values }: { round: Round; values: FormValues }) => (
  <Facts facts={factsOf(round, values)} />
);

function factsOf(round: Round, values: FormValues): [string, string][] {
  const facts = round.criteria.map(({ id, name, anchors }) => {
    const score = values[scoreName(id)];
    return [name, score ? labels.score(score, anchors[Number(score) - 1]!) : labels.notGiven];
  });
  const texts = [
    [labels.strength, values['strength']],
    [labels.nextStep, values['next_step']],
    [labels.noteLabel, values['note']],
  ];
  const total = describeTotal(round, values);
  const all = [...facts, ...texts.filter(([, text]) => text)] as [string, string][];
  return total === null ? all : [...all, [labels.total, total]];
}

const Others = ({ others }: { others: NonNullable<Review['others']> }) => (
  <section aria-labelledby="others">
    <h2 id="others">{labels.others}</h2>
    {others.map((other, index) => (
      // Nobody's name, and an order that says nothing.
      <section key={index} aria-label={labels.other(index + 1)}>
        <h3>{labels.other(index + 1)}</h3>
        <Facts
          facts={(
            [
              [labels.total, other.total === null ? labels.notGiven : String(other.total)],
              [labels.strength, other.strength],
              [labels.nextStep, other.next_step],
            ] as const
          ).filter(([, text]) => text)}
        />
      </section>
    ))}
  </section>
);
