import { LENGTHS } from '#domain/constants.ts';
import { createFaqInput, type CreateFaqInput } from '#domain/faqs/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { readForm } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { faqLabels } from '../labels.ts';

type Props = {
  values: Partial<CreateFaqInput>;
  draft: FormDraft;
  submitLabel: string;
  cancelPath: string;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (input: CreateFaqInput) => void;
};

/** The one form of a FAQ: create and edit (question and answer are required). */
export function FaqForm({ values, draft, submitLabel, cancelPath, call, onSubmit }: Props) {
  const start = { ...values, ...draft.values };
  const submit = (data: FormData) => {
    const { value, problem } = readForm(createFaqInput, data);
    if (value) onSubmit(value);
    else call.refuse(problem);
  };
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={call.problem}
        onSubmit={submit}
        onValues={draft.save}
      >
        <TextAreaField
          label={faqLabels.question}
          name="question"
          hint={faqLabels.questionHint}
          rows={2}
          maxLength={LENGTHS.question}
          defaultValue={start.question}
        />
        <TextAreaField
          label={faqLabels.answer}
          name="answer"
          hint={faqLabels.answerHint}
          rows={9}
          maxLength={LENGTHS.answer}
          defaultValue={start.answer}
        />
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {submitLabel}
          </Button>
          <LinkButton to={cancelPath} variant="secondary">
            {faqLabels.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
