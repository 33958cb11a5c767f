import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { fieldId } from '#app/ui/field.tsx';
import { Form, MAIN_FORM } from '#app/ui/form.tsx';
import type { Reading } from '#app/ui/form-values.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { FormBar } from './form-bar.tsx';
import { PreviewButton } from './preview-button.tsx';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { editingLabels } from '#app/editing/labels.ts';
import type { ItemForm } from './use-edit-form.tsx';

type Props<T> = {
  form: ItemForm<T>;
  /** Reads the fields with the schema that the API also uses; never rejects. */
  read: (data: FormData) => Promise<Reading<T>>;
  submitLabel: string;
  cancelLabel?: string;
  cancelPath: string;
  /** Draws the fields as readers will see them; without it, there is no preview. */
  drawPreview?: (data: FormData) => Promise<ReactNode>;
  /** The fields, initially filled from `draft.values`. */
  children: ReactNode;
};

/** A screen's main form, with conflict and draft above it, its refusals and its buttons. */
export function DraftForm<T>(props: Props<T>) {
  const { form, read, submitLabel, cancelPath, drawPreview, children } = props;
  const { draft, call, conflictPanel } = form;
  const submit = async (data: FormData) => {
    const { value, problem } = await read(data);
    if (problem) call.refuse(problem);
    else form.submit(value as T);
  };
  return (
    <>
      {conflictPanel && <div>{conflictPanel}</div>}
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={call.problem}
        onSubmit={(data) => void submit(data)}
        onValues={draft.save}
        onFix={showField}
      >
        {children}
        <FormBar>
          <Button type="submit" isBusy={call.isBusy}>
            {submitLabel}
          </Button>
          {drawPreview && <PreviewButton draw={drawPreview} />}
          <LinkButton to={cancelPath} variant="secondary">
            {props.cancelLabel ?? editingLabels.cancel}
          </LinkButton>
        </FormBar>
      </Form>
    </>
  );
}

/** Where its step is folded, it opens. */
function showField(name: string): void {
  const field = document.getElementById(fieldId(name))!;
  field.closest('details')?.setAttribute('open', '');
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
