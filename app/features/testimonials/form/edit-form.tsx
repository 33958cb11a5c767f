import { useNavigate } from 'react-router';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import { describeApproval } from '#domain/testimonials/rules.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { toast } from '#app/ui/toast.tsx';
import { TestimonialForm, type FilledTestimonial } from './testimonial-form.tsx';
import { useUpdateTestimonial } from '../use-testimonials.ts';
import { testimonialLabels } from '../labels.ts';

type Props = {
  testimonial: Versioned<Testimonial>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Edits a testimonial. If somebody else has saved it, both versions are shown side by side. */
export function EditTestimonialForm({ testimonial, onReload }: Props) {
  const navigate = useNavigate();
  const update = useUpdateTestimonial(testimonial.id);
  const { draft, call, submit, conflictPanel } = useEditForm<Testimonial, FilledTestimonial>({
    draftName: `testimonial:${testimonial.id}`,
    current: testimonial,
    save: (mine, { etag }) => update(mine, etag),
    fetchFresh: () => api.getTestimonial(testimonial.id),
    compare: compareTestimonials,
    fallback: TESTIMONIAL.updateFailed,
    onSaved: async () => {
      toast.success(TESTIMONIAL.updated);
      await navigate(lastListUrl(paths.testimonials()));
    },
    onReload,
  });
  return (
    <>
      {conflictPanel}
      <TestimonialForm
        testimonial={testimonial}
        draft={draft}
        cancelPath={lastListUrl(paths.testimonials())}
        call={call}
        onSubmit={submit}
      />
    </>
  );
}

const compareTestimonials = (theirs: Testimonial, mine: FilledTestimonial) =>
  onlyDifferent([
    { label: testimonialLabels.firstName, theirs: theirs.first_name, mine: mine.first_name },
    { label: testimonialLabels.lastName, theirs: theirs.last_name, mine: mine.last_name },
    { label: testimonialLabels.position, theirs: theirs.position ?? '', mine: mine.position ?? '' },
    { label: testimonialLabels.message, theirs: theirs.message, mine: mine.message },
    {
      label: testimonialLabels.status,
      theirs: describeApproval(theirs.is_approved),
      mine: describeApproval(mine.is_approved),
    },
  ]);
