import { use, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './field.module.css';
import { FormContext } from './form-context.ts';
import { FIELD } from './use-remaining-errors.ts';

export type FieldText = {
  label: string;
  /** The API's name of the field, which identifies its error. */
  name: string;
  /** One sentence. */
  hint?: string;
  /** Overrides the form's error of this name. */
  error?: string;
  isOptional?: boolean;
};

/** Attributes that connect a control with its label, hint and error. */
export type ControlProps = {
  id: string;
  name: string;
  className: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

type Props = FieldText & {
  /** The control has an ARIA label of its own: only form controls can have a label element. */
  isNamed?: boolean;
  children: (control: ControlProps) => ReactNode;
};

export const fieldId = (name: string): string => `field-${name}`;

/** Only the ids and ARIA attributes, for controls with a layout of their own. */
export function useField({ name, hint, error }: Pick<FieldText, 'name' | 'hint' | 'error'>) {
  const problem = error ?? use(FormContext).errors[name];
  const id = fieldId(name);
  const describedBy = classNames(hint && `${id}-hint`, problem && `${id}-error`);
  const control: ControlProps = {
    id,
    name,
    className: css.control!,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': problem ? true : undefined,
  };
  return { id, problem, control };
}

/** Label above, a hint of one sentence, the control, its error beside it. */
export function Field({ label, name, hint, error, isOptional, isNamed, children }: Props) {
  const { id, problem, control } = useField({ name, hint, error });
  const Label = isNamed ? 'span' : 'label';
  return (
    <div className={css.field} {...{ [FIELD]: name }}>
      <Label className={css.label} {...(isNamed ? {} : { htmlFor: id })}>
        <span>{label}</span> {isOptional && <span className={css.optional}>(optional)</span>}
      </Label>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {children(control)}
      <FieldError id={id}>{problem}</FieldError>
    </div>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className={`${css.hint} note`} id={`${id}-hint`}>
      {children}
    </span>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <span className={css.error} id={`${id}-error`}>
      {children}
    </span>
  );
}
