import type { ReactNode } from 'react';
import { HONEYPOT } from '#domain/constants.ts';
import { publicForm } from '#content/contact.ts';
import { Button } from '#app/ui/button.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { FormActions } from '#app/ui/form.tsx';
import css from './public-form.module.css';
import type { FormOutcome } from './send-form.ts';

type Props = {
  /** The key under which unsent input is stored (app/enhance/drafts.ts). */ name: string;
  outcome: FormOutcome | undefined;
  submitLabel: string;
  /** Shown by the script when there is no answer. */ networkSentence: string;
  children: ReactNode;
};

/**
 * A form that works without script; app/enhance/forms.ts sends the same request and shows the same
 * answer in its place.
 */
export function PublicForm({ name, outcome, submitLabel, networkSentence, children }: Props) {
  return (
    <form method="post" noValidate data-public-form={networkSentence} data-draft={`public-${name}`}>
      <FormContext value={{ errors: outcome?.problem?.fields ?? {} }}>{children}</FormContext>
      <div className={css.trap} aria-hidden="true">
        <label htmlFor={HONEYPOT}>{publicForm.honeypot}</label>
        <input id={HONEYPOT} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </div>
      <FormActions>
        <Button type="submit">{submitLabel}</Button>
      </FormActions>
    </form>
  );
}
