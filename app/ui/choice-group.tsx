import type { ReactNode } from 'react';
import css from './choice-group.module.css';
import field from './field.module.css';
import { FieldError, FieldHint, fieldId, useField, type FieldText } from './field.tsx';
import { FIELD } from './use-remaining-errors.ts';

type Choice = { value: string; label: string; isChosen: boolean };
type Props = FieldText & {
  /** One of them, or any number. */
  type: 'radio' | 'checkbox';
  choices: readonly Choice[];
  onChange: (value: string, isChosen: boolean) => void;
  /** Below the choices. */
  children?: ReactNode;
};

/** Choices that are all in sight; their error and their hint belong to the whole group. */
export function ChoiceGroup(props: Props) {
  const { label, name, hint, error, isOptional, type, choices, onChange, children } = props;
  const { id, problem, control } = useField({ name, hint, error });
  return (
    <fieldset
      className={field.field}
      {...{ [FIELD]: name }}
      role={type === 'radio' ? 'radiogroup' : undefined}
      aria-describedby={control['aria-describedby']}
      aria-required={(type === 'radio' && !isOptional) || undefined}
      aria-invalid={type === 'radio' ? control['aria-invalid'] : undefined}
    >
      <legend className={field.label}>
        <span>{label}</span> {isOptional && <span className={field.optional}>(optional)</span>}
      </legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div>
        {choices.map((choice, place) => (
          <label key={choice.value} className={css.choice}>
            <input
              // Links to the group lead to its first choice.
              id={place === 0 ? fieldId(name) : undefined}
              type={type}
              name={name}
              value={choice.value}
              checked={choice.isChosen}
              onChange={({ target }) => onChange(choice.value, target.checked)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      {children}
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
