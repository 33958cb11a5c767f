import { classNames } from './class-names.ts';
import css from './field.module.css';
import { FieldError, FieldHint, useField, type FieldText } from './field.tsx';
import { FIELD } from './use-remaining-errors.ts';

type Props = FieldText & {
  options: readonly { value: string; label: string }[];
  defaultValue?: string | undefined;
};

/** One of a few options, all in sight. */
export function RadioField({ label, name, hint, error, isOptional, options, defaultValue }: Props) {
  const { id, problem, control } = useField({ name, hint, error });
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={css.field}
      aria-describedby={control['aria-describedby']}
      {...{ [FIELD]: name }}
    >
      <legend className={css.label}>
        <span>{label}</span> {isOptional && <span className={css.optional}>(optional)</span>}
      </legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {options.map(({ value, label: text }, place) => (
        <div key={value} className={classNames(css.check, css.choice)}>
          <input
            type="radio"
            id={`${id}-${place}`}
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            aria-invalid={control['aria-invalid']}
          />
          <label htmlFor={`${id}-${place}`}>{text}</label>
        </div>
      ))}
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
