import { useNavigate } from 'react-router';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import { describeApproval } from '#domain/testimonials/rules.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { EditConflict, onlyDifferent } from '#app/editing/edit-conflict.tsx';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { TestimonialForm, type FilledTestimonial } from './testimonial-form.tsx';
import { useUpdateTestimonial } from '../use-testimonials.ts';
import { testimonialLabels } from '../labels.ts';

type Props = {
  testimonial: Versioned<Testimonial>;
  /** Draws the form anew from what is saved now. */ onReload: () => void;
};

/** Edits a testimonial. Saved by somebody else meanwhile: both versions stand side by side. */
export function EditTestimonialForm({ testimonial, onReload }: Props) {
  const navigate = useNavigate();
  const draft = useDraft(`testimonial:${testimonial.id}`, useProfile().id);
  const update = useUpdateTestimonial(testimonial.id);
  const call = useFormSubmit(TESTIMONIAL.updateFailed);
  const { conflict, attempt } = useOptimisticLock<Testimonial, FilledTestimonial>({
    current: testimonial,
    save: (mine, { etag }) => update(mine, etag),
    fetchFresh: () => api.getTestimonial(testimonial.id),
  });

  const save = (input: FilledTestimonial) =>
    call.run(async () => {
      if (!(await attempt(input))) return;
      draft.clear();
      toast.success(TESTIMONIAL.updated);
      await navigate(lastListUrl(paths.testimonials()));
    });
  const takeTheirs = () => {
    draft.clear();
    onReload();
  };
  return (
    <>
      {conflict && (
        <EditConflict
          key={conflict.fresh.etag}
          differences={compareTestimonials(conflict.fresh, conflict.mine)}
          isBusy={call.isBusy}
          onTakeTheirs={takeTheirs}
        />
      )}
      <TestimonialForm
        testimonial={testimonial}
        draft={draft}
        cancelPath={lastListUrl(paths.testimonials())}
        call={call}
        onSubmit={(input) => void save(input)}
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
