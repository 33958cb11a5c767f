import type { Criterion } from '#domain/rounds/schema.ts';
import { FieldError, useField } from '#app/ui/field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { judgingLabels as labels } from './labels.ts';
import { scoreName } from './read-review.ts';
import css from './review-view.module.css';

/** `score` is empty while there is none. */
type Props = { criterion: Criterion; score: string };

/** Five buttons, with the sentence of the chosen one below them. */
export function ScoreField({ criterion, score }: Props) {
  const { id: criterionId, name: title, question, anchors } = criterion;
  const name = scoreName(criterionId);
  const { id, problem } = useField({ name });
  return (
    <fieldset
      className={css.criterion}
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-anchor${problem ? ` ${id}-error` : ''}`}
      {...{ [FIELD]: name }}
    >
      <legend>{title}</legend>
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
            <span aria-hidden="true">{index + 1}</span>
          </label>
        ))}
      </div>
      <p className={`${css.anchor} note`} id={`${id}-anchor`} data-chosen={score ? '' : undefined}>
        {score ? anchors[Number(score) - 1] : labels.ends(anchors[0]!, anchors.at(-1)!)}
      </p>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
