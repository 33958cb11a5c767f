import { LENGTHS } from '#domain/constants.ts';
import type { Testimonial, UpdateTestimonialInput } from '#domain/testimonials/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { testimonialLabels } from '../labels.ts';

const testimonialForm = lazySchema(
  async () => (await import('#domain/testimonials/schema.ts')).testimonialForm,
);

export type FilledTestimonial = Required<UpdateTestimonialInput>;

type Props = {
  testimonial: Testimonial;
  draft: FormDraft;
  cancelPath: string;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (input: FilledTestimonial) => void;
};

/** Publishes or hides a testimonial, and corrects its text. */
export function TestimonialForm({ testimonial, draft, cancelPath, call, onSubmit }: Props) {
  const { is_approved: isApproved, ...defaults } = {
    ...testimonial,
    is_approved: String(testimonial.is_approved),
    ...(draft.version > 0 && { is_approved: 'false', ...draft.values }),
  };
  const read = (data: FormData) =>
    checkForm(testimonialForm, { is_approved: 'false', ...Object.fromEntries(data) });
  return (
    <DraftForm
      draft={draft}
      call={call}
      read={read}
      onSubmit={onSubmit}
      submitLabel={testimonialLabels.save}
      cancelLabel={testimonialLabels.cancel}
      cancelPath={cancelPath}
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
    </DraftForm>
  );
}
