import type { Criterion } from '#domain/rounds/schema.ts';
import { FieldError, useField } from '#app/ui/field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { judgingLabels as labels } from './labels.ts';
import { scoreName } from './read-review.ts';
import css from './review-view.module.css';

/** `score` is empty while there is none; `share` of the total in percent. */
type Props = { criterion: Criterion; share: number; score: string };

/** Five rows, each with its number and its sentence: whoever chooses sees what each one means. */
export function ScoreField({ criterion, share, score }: Props) {
  const { id: criterionId, name: title, question, anchors } = criterion;
  const name = scoreName(criterionId);
  const { id, problem } = useField({ name });
  return (
    <fieldset
      className={css.criterion}
      id={id}
      tabIndex={-1}
      aria-describedby={problem ? `${id}-error` : undefined}
      {...{ [FIELD]: name }}
    >
      <legend>
        <span>{title}</span> <small className="note">{labels.weight(share)}</small>
      </legend>
      {question && <p className={`${css.question} note`}>{question}</p>}
      <div className={css.scores}>
        {anchors.map((sentence, index) => (
          <label key={index}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              defaultChecked={score === String(index + 1)}
              aria-label={labels.score(index + 1, sentence)}
            />
            <b aria-hidden="true">{index + 1}</b>
            <span aria-hidden="true">{sentence}</span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
