import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { JUDGING } from '#domain/judging/rules.ts';
import type { Criterion } from '#domain/rounds/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { VersionNotice } from '#app/editing/version-notice.tsx';
import type { FormValues } from '#app/storage/draft-store.ts';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, MAIN_FORM } from '#app/ui/form.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { SaveState } from '#app/editing/draft-notice.ts';
import type { ReviewProps } from './declare-view.tsx';
import { judgingLabels as labels, describeSaved } from './labels.ts';
import { describeTotal, DONE, refuseUnfinished, scoreName } from './read-review.ts';
import css from './review-view.module.css';
import { ScoreField } from './score-field.tsx';
import { useJudgeKeys } from './use-judge-keys.ts';
import { markState } from './use-judging.ts';
import type { ReviewDraft } from './use-review-draft.ts';

type Props = ReviewProps & {
  draft: ReviewDraft;
  onMove: () => void;
  onTie: () => void;
  onKeys: () => void;
};

/** Scores and comments: kept with every press, submitted by "Save and next" once all are there. */
export function ScoreForm({ review, round, next, draft, onMove, onTie, onKeys }: Props) {
  const cache = useQueryClient();
  const { sync } = draft;
  const [values, setValues] = useState(draft.values);
  const isDone = Boolean(values[DONE]);
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.saveFailed);
  const keep = (changed: FormValues) => {
    setValues(changed);
    sync.save(changed);
  };
  const finish = () =>
    run(async () => {
      const refusal = refuseUnfinished(round, values);
      if (refusal) return refuse(refusal);
      keep({ ...values, [DONE]: '1' });
      const isSent = await hasArrived(sync.settleAll());
      markState(cache, review.id, 'submitted');
      const said = isDone ? labels.saved : labels.submitted;
      toast.success(isSent ? said : labels.keptHere);
      onMove();
    });
  const leaveForLater = () => {
    const isTouched = Object.values(values).some(Boolean);
    if (isTouched) toast.success(draft.save.kind === 'here' ? labels.keptHere : labels.saved);
    onMove();
  };
  const names = round.criteria.map(({ id }) => scoreName(id));
  useJudgeKeys(names, { finish: () => void finish(), tie: onTie, keys: onKeys });
  const total = describeTotal(round, values);
  return (
    <>
      <VersionNotice notice={draft.notice} title={labels.two} onBringBack={sync.bringBack} />
      <Form
        id={MAIN_FORM}
        className={css.form!}
        problem={problem}
        onSubmit={() => void finish()}
        onValues={(typed) => keep({ ...typed, ...(isDone && { [DONE]: '1' }) })}
      >
        <section className={css.fields} aria-labelledby="scores">
          <h2 id="scores">{labels.scores}</h2>
          {round.criteria.map((criterion) => (
            <ScoreField
              key={criterion.id}
              criterion={criterion}
              share={shareOf(criterion, round.criteria)}
              score={values[scoreName(criterion.id)] ?? ''}
            />
          ))}
          <Comments values={draft.values} isRequired={round.comments === 'required'} />
        </section>
        <div ref={watchBarHeight} className={`${css.bar} row`}>
          <p className={`${css.total} note`}>
            <span>{labels.total}</span> <b>{total ?? '–'}</b> <span>{labels.outOf}</span>
          </p>
          <SaveLabel save={draft.save} isDone={isDone} />
          <div className={css.finish}>
            {!isDone && next && (
              <Button variant="secondary" onClick={leaveForLater}>
                {labels.later}
              </Button>
            )}
            <Button type="submit" isBusy={isBusy} aria-keyshortcuts="Enter">
              <span>{next || !isDone ? labels.saveNext : labels.saveLast}</span>
              <KeyCap isHint>↵</KeyCap>
            </Button>
          </div>
        </div>
      </Form>
    </>
  );
}

/** In percent of the total. */
const shareOf = ({ weight }: Criterion, all: readonly Criterion[]): number =>
  Math.round((100 * weight) / all.reduce((sum, one) => sum + one.weight, 0));

/** Milliseconds that somebody waits before the next proposal; sending goes on. */
const PATIENCE_MS = 5000;

/** False while it is kept on this device only; throws a refusal. */
async function hasArrived(settling: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([settling.then(() => true), patience]);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    return false;
  } finally {
    clearTimeout(timer);
    settling.catch(() => undefined);
  }
}

const Comments = ({ values, isRequired }: { values: FormValues; isRequired: boolean }) => (
  <>
    <TextAreaField
      label={labels.strength}
      name="strength"
      hint={labels.strengthHint}
      rows={2}
      maxLength={JUDGING.comment}
      isOptional={!isRequired}
      defaultValue={values['strength']}
    />
    <TextAreaField
      label={labels.nextStep}
      name="next_step"
      hint={labels.nextStepHint}
      rows={2}
      maxLength={JUDGING.comment}
      isOptional={!isRequired}
      defaultValue={values['next_step']}
    />
    <TextAreaField
      label={labels.noteLabel}
      name="note"
      hint={labels.noteHint}
      rows={2}
      maxLength={JUDGING.note}
      isOptional
      defaultValue={values['note']}
    />
  </>
);

/** Where the review is saved. */
function SaveLabel({ save, isDone }: { save: SaveState; isDone: boolean }) {
  const isBad = save.kind === 'here' || save.kind === 'refused';
  return (
    <p
      className={`${css.save} note`}
      data-bad={isBad ? '' : undefined}
      role={isBad ? 'status' : undefined}
    >
      {describeSaved(save, isDone)}
    </p>
  );
}
