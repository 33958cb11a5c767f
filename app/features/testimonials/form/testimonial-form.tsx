import { LENGTHS } from '#domain/constants.ts';
import {
  testimonialForm,
  type Testimonial,
  type UpdateTestimonialInput,
} from '#domain/testimonials/schema.ts';
import type { useCall } from '#app/editing/use-call.ts';
import { DraftOffer } from '#app/editing/draft-offer.tsx';
import type { DraftKeeper } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { readForm } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { words } from '../words.ts';

export type FilledTestimonial = Required<UpdateTestimonialInput>;

type Props = {
  testimonial: Testimonial;
  keeper: DraftKeeper;
  cancelPath: string;
  call: ReturnType<typeof useCall>;
  onSubmit: (input: FilledTestimonial) => void;
};

/** Publishes or hides a testimonial, and mends what was mistyped. */
export function TestimonialForm({ testimonial, keeper, cancelPath, call, onSubmit }: Props) {
  const { is_approved: isApproved, ...kept } = {
    ...testimonial,
    is_approved: String(testimonial.is_approved),
    ...(keeper.version > 0 && { is_approved: 'false', ...keeper.values }),
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
      <DraftOffer keeper={keeper} />
      <Form
        id={MAIN_FORM}
        key={keeper.version}
        problem={call.problem}
        onSubmit={submit}
        onValues={keeper.save}
      >
        <TextField
          label={words.firstName}
          name="first_name"
          autoComplete="off"
          maxLength={LENGTHS.name}
          defaultValue={kept.first_name}
        />
        <TextField
          label={words.lastName}
          name="last_name"
          autoComplete="off"
          maxLength={LENGTHS.name}
          defaultValue={kept.last_name}
        />
        <TextField
          label={words.position}
          name="position"
          autoComplete="off"
          isOptional
          maxLength={LENGTHS.name}
          defaultValue={kept.position ?? ''}
        />
        <TextAreaField
          label={words.message}
          name="message"
          rows={8}
          maxLength={LENGTHS.message}
          defaultValue={kept.message}
        />
        <CheckboxField
          label={words.publish}
          name="is_approved"
          hint={words.publishHint}
          defaultChecked={isApproved === 'true'}
        />
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {words.save}
          </Button>
          <LinkButton to={cancelPath} variant="secondary">
            {words.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
