import { LENGTHS } from '#domain/constants.ts';
import { createFaqInput, type CreateFaqInput } from '#domain/faqs/schema.ts';
import type { useCall } from '#app/editing/use-call.ts';
import { DraftOffer } from '#app/editing/draft-offer.tsx';
import type { DraftKeeper } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { readForm } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { words } from '../words.ts';

type Props = {
  values: Partial<CreateFaqInput>;
  keeper: DraftKeeper;
  submitLabel: string;
  cancelPath: string;
  call: ReturnType<typeof useCall>;
  onSubmit: (input: CreateFaqInput) => void;
};

/** The one form of a FAQ: create and edit (question and answer are required). */
export function FaqForm({ values, keeper, submitLabel, cancelPath, call, onSubmit }: Props) {
  const start = { ...values, ...keeper.values };
  const submit = (data: FormData) => {
    const { value, problem } = readForm(createFaqInput, data);
    if (value) onSubmit(value);
    else call.refuse(problem);
  };
  return (
    <>
      <DraftOffer keeper={keeper} />
      <Form
        id={MAIN_FORM}
        key={keeper.version}
        problem={call.problem}
        onSubmit={submit}
        onValues={keeper.save}
      >
        <TextAreaField
          label={words.question}
          name="question"
          hint={words.questionHint}
          rows={2}
          maxLength={LENGTHS.question}
          defaultValue={start.question}
        />
        <TextAreaField
          label={words.answer}
          name="answer"
          hint={words.answerHint}
          rows={9}
          maxLength={LENGTHS.answer}
          defaultValue={start.answer}
        />
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {submitLabel}
          </Button>
          <LinkButton to={cancelPath} variant="secondary">
            {words.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
