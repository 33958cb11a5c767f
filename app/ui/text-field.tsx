import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

type Input = Omit<ComponentProps<'input'>, 'name' | 'id' | 'className'>;

const KEYBOARDS: Partial<Record<string, Input>> = {
  tel: { inputMode: 'tel', autoComplete: 'tel' },
  email: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
};

/** One line of text. `type` as in HTML; email and tel show their keyboards. */
export function TextField({
  label,
  name,
  hint,
  error,
  isOptional,
  type = 'text',
  'aria-required': isRequired = !isOptional || undefined,
  ...rest
}: FieldText & Input) {
  return (
    <Field {...{ label, name, hint, error, isOptional }}>
      {(control) => (
        <input
          type={type}
          {...KEYBOARDS[type]}
          {...rest}
          required={undefined}
          aria-required={isRequired}
          {...control}
        />
      )}
    </Field>
  );
}

type Area = Omit<ComponentProps<'textarea'>, 'name' | 'id' | 'className'>;

export function TextAreaField({ label, name, hint, error, isOptional, ...rest }: FieldText & Area) {
  return (
    <Field {...{ label, name, hint, error, isOptional }}>
      {(control) => (
        <textarea rows={6} {...rest} aria-required={!isOptional || undefined} {...control} />
      )}
    </Field>
  );
}

type Select = Omit<ComponentProps<'select'>, 'name' | 'id' | 'className' | 'children'> & {
  /** Values that are their own labels, or pairs. */
  options: readonly (string | { value: string; label: string })[];
  /** The first option, with an empty value; omit it if a choice is always set. */
  placeholder?: string;
};

export function SelectField({
  label,
  name,
  hint,
  error,
  isOptional,
  options,
  placeholder,
  ...rest
}: FieldText & Select) {
  return (
    <Field {...{ label, name, hint, error, isOptional }}>
      {(control) => (
        <select {...rest} aria-required={!isOptional || undefined} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options
            .map((option) =>
              typeof option === 'string' ? { value: option, label: option } : option,
            )
            .map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}
