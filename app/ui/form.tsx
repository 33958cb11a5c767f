import { useLayoutEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import { restoreEarlyInput } from '#app/enhance/early-input.ts';
import { resumeEarlySubmit } from '#app/enhance/early-submit.ts';
import { FormContext } from './form-context.ts';
import { FormSummary } from './form-summary.tsx';
import css from './form.module.css';
import { valuesOf, type FormProblem } from './form-values.ts';
import { useRemainingErrors } from './use-remaining-errors.ts';

export { FormSummary };

/** The id of a screen's one form, for a button that submits it from elsewhere. */
export const MAIN_FORM = 'main-form';

type Props = {
  id?: typeof MAIN_FORM;
  /** A refusal by the schema or the API. A new object moves the focus to the summary. */
  problem: FormProblem | null;
  onSubmit: (data: FormData, form: HTMLFormElement) => void;
  /** The current input without passwords, codes and files: for drafts. */
  onValues?: (values: Record<string, string>) => void;
  /** Shows the field of this name and focuses it, where it may be hidden. */
  onFix?: (name: string) => void;
  children: ReactNode;
  className?: string;
};

/**
 * A form that keeps its values, stays enabled and shows what is missing: beside the fields and in a
 * summary at the top, until a field is changed.
 */
export function Form({ id, problem, onSubmit, onValues, onFix, children, className }: Props) {
  const { remaining, markChanged } = useRemainingErrors(problem);
  const ref = useRef<HTMLFormElement>(null);
  useResume(ref);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    // POST, so that submitting before the script has loaded never puts a password into the address.
    <form
      ref={ref}
      id={id}
      method="post"
      data-hydrates=""
      noValidate
      className={className}
      onSubmit={submit}
      onInput={(event) => {
        markChanged(event.target);
        onValues?.(valuesOf(event.currentTarget));
      }}
    >
      {problem && remaining && <FormSummary problem={remaining} refusal={problem} onFix={onFix} />}
      <FormContext value={{ errors: remaining?.fields ?? {}, refusal: problem, onValues }}>
        {children}
      </FormContext>
    </form>
  );
}

/** What was typed before the script had loaded stays; if it was submitted, it is sent now. */
const useResume = (ref: RefObject<HTMLFormElement | null>) =>
  useLayoutEffect(() => {
    if (!ref.current) return;
    restoreEarlyInput(ref.current);
    resumeEarlySubmit(ref.current);
  }, [ref]);

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={`${css.actions} row`}>{children}</div>;
}
