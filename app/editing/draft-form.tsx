import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import type { Reading } from '#app/ui/form-values.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RestoreDraft } from './restore-draft.tsx';
import type { FormDraft } from './use-draft.ts';
import type { useFormSubmit } from './use-form-submit.ts';

type Props<T> = {
  draft: FormDraft;
  call: ReturnType<typeof useFormSubmit>;
  /** Reads the fields by the schema that the API uses too; never rejects. */
  read: (data: FormData) => Promise<Reading<T>>;
  onSubmit: (value: T) => void;
  submitLabel: string;
  cancelLabel: string;
  cancelPath: string;
  /** The fields, filled from `draft.values` first. */
  children: ReactNode;
};

/** A screen's main form, with its draft above it, its refusals and its two buttons. */
export function DraftForm<T>(props: Props<T>) {
  const { draft, call, read, onSubmit, submitLabel, cancelLabel, cancelPath, children } = props;
  const submit = async (data: FormData) => {
    const { value, problem } = await read(data);
    if (problem) call.refuse(problem);
    else onSubmit(value as T);
  };
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={call.problem}
        onSubmit={(data) => void submit(data)}
        onValues={draft.save}
      >
        {children}
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {submitLabel}
          </Button>
          <LinkButton to={cancelPath} variant="secondary">
            {cancelLabel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
