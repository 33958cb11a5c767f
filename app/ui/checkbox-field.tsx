import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './field.module.css';
import { FieldError, FieldHint, useField, type FieldText } from './field.tsx';
import { FIELD } from './use-remaining-errors.ts';

type Props = Omit<FieldText, 'label'> & { label: ReactNode } & Omit<
    ComponentProps<'input'>,
    'name' | 'id' | 'className' | 'type'
  >;

export function CheckboxField({ label, name, hint, error, isOptional: _, ...rest }: Props) {
  const { id, problem, control } = useField({ name, hint, error });
  return (
    <div className={classNames(css.field, css.check)} {...{ [FIELD]: name }}>
      <input type="checkbox" value="true" {...rest} {...control} className="" />
      <label htmlFor={id}>{label}</label>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldError id={id}>{problem}</FieldError>
    </div>
  );
}
