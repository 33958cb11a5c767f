import { paths } from '#app/paths.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { EditTestimonialForm } from '#app/features/testimonials/form/edit-form.tsx';
import { useTestimonial } from '#app/features/testimonials/use-testimonials.ts';
import { words } from '#app/features/testimonials/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-testimonial';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/admin/testimonial/edit/{id} */
export default function EditTestimonial({ params: { id } }: Route.ComponentProps) {
  const { data: testimonial, error, isPending, refetch } = useTestimonial(id);
  if (isMissing(error))
    return (
      <MissingThing
        title={error.message}
        to={keptAddress(paths.testimonials())}
        label={words.back}
      />
    );
  return (
    <>
      <PageHeading
        title={words.editTitle}
        lead={testimonial && `${testimonial.first_name} ${testimonial.last_name}`}
      />
      {isPending && <Skeleton label="Loading the testimonial" />}
      {error && !testimonial && (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
      {testimonial && (
        <EditTestimonialForm
          key={testimonial.etag}
          testimonial={testimonial}
          onReload={() => void refetch()}
        />
      )}
    </>
  );
}
