import { useNavigate } from 'react-router';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import { describeApproval } from '#domain/testimonials/rules.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { ChangedMeanwhile, onlyDifferent } from '#app/editing/changed-meanwhile.tsx';
import { useGuardedSave } from '#app/editing/use-guarded-save.ts';
import { useCall } from '#app/editing/use-call.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { TestimonialForm, type FilledTestimonial } from './testimonial-form.tsx';
import { useUpdateTestimonial } from '../use-testimonials.ts';
import { words } from '../words.ts';

type Props = {
  testimonial: Versioned<Testimonial>;
  /** Draws the form anew from what is saved now. */ onReload: () => void;
};

/** Edits a testimonial. Saved by somebody else meanwhile: both versions stand side by side. */
export function EditTestimonialForm({ testimonial, onReload }: Props) {
  const navigate = useNavigate();
  const keeper = useDraft(`testimonial:${testimonial.id}`, useProfile().id);
  const update = useUpdateTestimonial(testimonial.id);
  const call = useCall(TESTIMONIAL.updateFailed);
  const { conflict, attempt } = useGuardedSave<Testimonial, FilledTestimonial>({
    current: testimonial,
    save: (mine, { etag }) => update(mine, etag),
    fetchFresh: () => api.getTestimonial(testimonial.id),
  });

  const save = (input: FilledTestimonial) =>
    call.run(async () => {
      if (!(await attempt(input))) return;
      keeper.clear();
      toast.success(TESTIMONIAL.updated);
      await navigate(keptAddress(paths.testimonials()));
    });
  const takeTheirs = () => {
    keeper.clear();
    onReload();
  };
  return (
    <>
      {conflict && (
        <ChangedMeanwhile
          key={conflict.fresh.etag}
          differences={compareTestimonials(conflict.fresh, conflict.mine)}
          isBusy={call.isBusy}
          onTakeTheirs={takeTheirs}
        />
      )}
      <TestimonialForm
        testimonial={testimonial}
        keeper={keeper}
        cancelPath={keptAddress(paths.testimonials())}
        call={call}
        onSubmit={(input) => void save(input)}
      />
    </>
  );
}

const compareTestimonials = (theirs: Testimonial, mine: FilledTestimonial) =>
  onlyDifferent([
    { label: words.firstName, theirs: theirs.first_name, mine: mine.first_name },
    { label: words.lastName, theirs: theirs.last_name, mine: mine.last_name },
    { label: words.position, theirs: theirs.position ?? '', mine: mine.position ?? '' },
    { label: words.message, theirs: theirs.message, mine: mine.message },
    {
      label: words.status,
      theirs: describeApproval(theirs.is_approved),
      mine: describeApproval(mine.is_approved),
    },
  ]);
