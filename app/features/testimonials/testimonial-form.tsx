import { LENGTHS } from '#domain/constants.ts';
import { TESTIMONIAL, describeApproval } from '#domain/testimonials/rules.ts';
import type { Testimonial, UpdateTestimonialInput } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { compareFields } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { testimonialLabels } from './labels.ts';
import { useUpdateTestimonial } from './use-testimonials.ts';

const testimonialForm = lazySchema(
  async () => (await import('#domain/testimonials/schema.ts')).testimonialForm,
);

type TestimonialValues = Required<UpdateTestimonialInput>;
type Props = {
  testimonial: Versioned<Testimonial>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Publishes or hides a testimonial, and corrects its text. */
export function EditTestimonialForm({ testimonial, onReload }: Props) {
  const update = useUpdateTestimonial(testimonial.id);
  const list = lastListUrl(paths.testimonials());
  const form = useEditForm({
    draftName: `testimonial:${testimonial.id}`,
    current: testimonial,
    save: (mine: TestimonialValues, { etag }) => update(mine, etag),
    fetchFresh: () => api.getTestimonial(testimonial.id),
    compare,
    fallback: TESTIMONIAL.updateFailed,
    done: TESTIMONIAL.updated,
    next: () => list,
    onReload,
  });
  const { draft } = form;
  const { is_approved: isApproved, ...defaults } = {
    ...testimonial,
    is_approved: String(testimonial.is_approved),
    ...(draft.version > 0 && { is_approved: 'false', ...draft.values }),
  };
  const read = (data: FormData) =>
    checkForm(testimonialForm, { is_approved: 'false', ...Object.fromEntries(data) });
  return (
    <DraftForm form={form} read={read} submitLabel={testimonialLabels.save} cancelPath={list}>
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

const compare = compareFields<Testimonial, TestimonialValues>(
  [testimonialLabels.firstName, (one) => one.first_name],
  [testimonialLabels.lastName, (one) => one.last_name],
  [testimonialLabels.position, (one) => one.position],
  [testimonialLabels.message, (one) => one.message],
  [testimonialLabels.status, (one) => describeApproval(one.is_approved)],
);
