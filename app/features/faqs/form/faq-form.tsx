import { LENGTHS } from '#domain/constants.ts';
import type { CreateFaqInput } from '#domain/faqs/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { faqLabels } from '../labels.ts';

const faqForm = lazySchema(async () => (await import('#domain/faqs/schema.ts')).createFaqInput);

type Props = {
  values: Partial<CreateFaqInput>;
  draft: FormDraft;
  submitLabel: string;
  cancelPath: string;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (input: CreateFaqInput) => void;
};

/** The one form of an FAQ: create and edit (question and answer are required). */
export function FaqForm({ values, draft, submitLabel, cancelPath, call, onSubmit }: Props) {
  const start = { ...values, ...draft.values };
  return (
    <DraftForm
      draft={draft}
      call={call}
      read={(data) => checkForm(faqForm, data)}
      onSubmit={onSubmit}
      submitLabel={submitLabel}
      cancelLabel={faqLabels.cancel}
      cancelPath={cancelPath}
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
    </DraftForm>
  );
}
