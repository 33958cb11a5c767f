import { FieldError, FieldHint, useField } from '#app/ui/field.tsx';
import fieldCss from '#app/ui/field.module.css';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import css from './round-form.module.css';
import type { RoundValues } from './read-round.ts';

type Props = {
  legend: string;
  hint: string;
  /** The API's name of the list. */ name: string;
  start: RoundValues;
  choices: readonly { value: string; label: string; note?: string }[];
};

/** Boxes of which any number can be ticked. */
export function ChoiceFields({ legend, hint, name, start, choices }: Props) {
  const { id, problem } = useField({ name, hint });
  return (
    <fieldset className={css.choices} id={id} tabIndex={-1} {...{ [FIELD]: name }}>
      <legend className={fieldCss.label}>{legend}</legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <div>
        {choices.map(({ value, label, note }) => (
          <label key={value}>
            <input
              type="checkbox"
              value="true"
              name={`${name}.${value}`}
              defaultChecked={`${name}.${value}` in start}
            />
            <span>
              <span>{label}</span> {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
