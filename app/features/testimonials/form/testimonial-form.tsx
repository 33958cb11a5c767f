import { LENGTHS } from '#domain/constants.ts';
import {
  testimonialForm,
  type Testimonial,
  type UpdateTestimonialInput,
} from '#domain/testimonials/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { readForm } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { testimonialLabels } from '../labels.ts';

export type FilledTestimonial = Required<UpdateTestimonialInput>;

type Props = {
  testimonial: Testimonial;
  draft: FormDraft;
  cancelPath: string;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (input: FilledTestimonial) => void;
};

/** Publishes or hides a testimonial, and mends what was mistyped. */
export function TestimonialForm({ testimonial, draft, cancelPath, call, onSubmit }: Props) {
  const { is_approved: isApproved, ...defaults } = {
    ...testimonial,
    is_approved: String(testimonial.is_approved),
    ...(draft.version > 0 && { is_approved: 'false', ...draft.values }),
  };
  const submit = (data: FormData) => {
    const { value, problem } = readForm(testimonialForm, {
      is_approved: 'false',
      ...Object.fromEntries(data),
    });
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
        <TextField
          label={testimonialLabels.firstName}
          name="first_name"
          autoComplete="off"
          maxLength={LENGTHS.name}
          defaultValue={defaults.first_name}
        />
        <TextField
          label={testimonialLabels.lastName}
          name="last_name"
          autoComplete="off"
          maxLength={LENGTHS.name}
          defaultValue={defaults.last_name}
        />
        <TextField
          label={testimonialLabels.position}
          name="position"
          autoComplete="off"
          isOptional
          maxLength={LENGTHS.name}
          defaultValue={defaults.position ?? ''}
        />
        <TextAreaField
          label={testimonialLabels.message}
          name="message"
          rows={8}
          maxLength={LENGTHS.message}
          defaultValue={defaults.message}
        />
        <CheckboxField
          label={testimonialLabels.publish}
          name="is_approved"
          hint={testimonialLabels.publishHint}
          defaultChecked={isApproved === 'true'}
        />
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {testimonialLabels.save}
          </Button>
          <LinkButton to={cancelPath} variant="secondary">
            {testimonialLabels.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
