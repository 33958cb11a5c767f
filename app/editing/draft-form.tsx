import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RestoreDraft } from './restore-draft.tsx';
import type { FormDraft } from './use-draft.ts';
import type { useFormSubmit } from './use-form-submit.ts';

type Props = {
  draft: FormDraft;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (data: FormData) => void;
  submitLabel: string;
  cancelLabel: string;
  cancelPath: string;
  /** The fields, filled from `draft.values` first. */
  children: ReactNode;
};

/** A screen's main form: its draft above it, what was refused, and its two buttons. */
export function DraftForm(props: Props) {
  const { draft, call, onSubmit, submitLabel, cancelLabel, cancelPath, children } = props;
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={call.problem}
        onSubmit={onSubmit}
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
