import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { fieldId } from './field.tsx';
import { FormContext } from './form-context.ts';
import css from './form.module.css';
import { valuesOf, type FormProblem } from './form-values.ts';

/** The id of a screen's one form, for a button that submits it from elsewhere. */
export const MAIN_FORM = 'main-form';

type Props = {
  id?: typeof MAIN_FORM;
  /**
   * What was refused, by the schema or by the API: give a new object each time, and the summary
   * takes focus.
   */
  problem: FormProblem | null;
  onSubmit: (data: FormData, form: HTMLFormElement) => void;
  /** All that has been typed so far, without passwords, codes and files: for drafts. */
  onValues?: (values: Record<string, string>) => void;
  children: ReactNode;
  className?: string;
};

/**
 * A form that keeps its values, stays enabled and says what is missing: beside the fields and in a
 * summary on top.
 */
export function Form({ id, problem, onSubmit, onValues, children, className }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    // post: a press before the script is there must never put a password into the address.
    <form
      id={id}
      method="post"
      noValidate
      className={className}
      onSubmit={submit}
      onInput={(event) => onValues?.(valuesOf(event.currentTarget))}
    >
      {problem && <FormSummary problem={problem} />}
      <FormContext value={{ errors: problem?.fields ?? {}, onValues }}>{children}</FormContext>
    </form>
  );
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}

/** What is missing, with links to the fields. */
export function FormSummary({ problem }: { problem: FormProblem }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [problem]);
  const fields = Object.entries(problem.fields ?? {});
  const [sole] = fields.length === 1 && fields[0]![1] === problem.message ? fields : [];
  return (
    <div ref={ref} className={css.summary} tabIndex={-1} role="alert">
      <h2>{sole ? <FieldLink name={sole[0]} message={sole[1]} /> : problem.message}</h2>
      {fields.length > 0 && !sole && (
        <ul>
          {fields.map(([name, message]) => (
            <li key={name}>
              <FieldLink name={name} message={message} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const FieldLink = ({ name, message }: { name: string; message: string }) => (
  <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
    {message}
  </a>
);

function focusField(event: { preventDefault: () => void }, name: string): void {
  const field = document.getElementById(fieldId(name));
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
