import { useRef, useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import { Button } from '#app/ui/button.tsx';
import { FieldError, FieldHint, useField } from '#app/ui/field.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { describeAnchor, roundLabels as labels } from '../desk/labels.ts';
import { criteriaIn, type RoundValues } from './read-round.ts';
import css from './round-form.module.css';

/** The rubric: criteria can be added and removed; each has a weight and five sentences. */
export function CriteriaFields({ start }: { start: RoundValues }) {
  const [keys, setKeys] = useState(() => {
    const known = criteriaIn(start);
    return known.length > 0 ? known : [0];
  });
  const next = useRef(Math.max(...keys) + 1);
  const { id, problem } = useField({ name: 'criteria', hint: labels.rubricHint });
  const [typed, setTyped] = useState<RoundValues>({});
  const sum = keys.reduce((all, key) => all + weightOf({ ...start, ...typed }, key), 0);
  const add = () => {
    const key = next.current;
    next.current += 1;
    setKeys([...keys, key]);
    requestAnimationFrame(() => document.getElementById(`field-criteria.${key}.name`)?.focus());
  };
  return (
    <fieldset
      className={css.rubric}
      id={id}
      tabIndex={-1}
      {...{ [FIELD]: 'criteria' }}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name.endsWith('.weight')) setTyped({ ...typed, [name]: value });
      }}
    >
      <legend className="visually-hidden">{labels.rubric}</legend>
      <FieldHint id={id}>{labels.rubricHint}</FieldHint>
      {keys.map((key, place) => (
        <CriterionFields
          key={key}
          number={place + 1}
          prefix={`criteria.${key}`}
          start={start}
          onRemove={
            keys.length > 1 ? () => setKeys(keys.filter((other) => other !== key)) : undefined
          }
        />
      ))}
      <FieldError id={id}>{problem}</FieldError>
      <div className={`${css.sum} row`}>
        {keys.length < ROUNDS.criteria && (
          <Button variant="secondary" onClick={add}>
            {labels.addCriterion}
          </Button>
        )}
        <output>{labels.weights(sum)}</output>
      </div>
    </fieldset>
  );
}

const weightOf = (values: RoundValues, key: number): number =>
  Number(values[`criteria.${key}.weight`]) || 0;

type Props = {
  number: number;
  /** What its fields' names begin with. */ prefix: string;
  start: RoundValues;
  onRemove: (() => void) | undefined;
};

function CriterionFields({ number, prefix, start, onRemove }: Props) {
  const field = (name: string) => ({
    name: `${prefix}.${name}`,
    defaultValue: start[`${prefix}.${name}`],
  });
  const known = start[`${prefix}.id`];
  return (
    <fieldset className={css.criterion}>
      <legend>{`${labels.criterion} ${number}`}</legend>
      {known && <input type="hidden" name={`${prefix}.id`} value={known} />}
      <TextField label={labels.criterionName} maxLength={LENGTHS.name} {...field('name')} />
      <TextField
        label={labels.weight}
        hint={labels.weightHint}
        inputMode="numeric"
        {...field('weight')}
      />
      {Array.from({ length: ROUNDS.scores }, (_, score) => (
        <TextAreaField
          key={score}
          rows={2}
          label={describeAnchor(score + 1)}
          maxLength={ROUNDS.anchor}
          {...field(`anchors.${score}`)}
        />
      ))}
      <div className={css.question}>
        <TextField
          label={labels.question}
          isOptional
          maxLength={ROUNDS.question}
          {...field('question')}
        />
      </div>
      {onRemove && (
        <Button variant="quiet" isSmall onClick={onRemove}>
          {`${labels.removeCriterion} ${number}`}
        </Button>
      )}
    </fieldset>
  );
}
