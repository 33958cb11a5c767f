import { paths } from '#app/paths.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { EditTestimonialForm } from '#app/features/testimonials/form/edit-form.tsx';
import { useTestimonial } from '#app/features/testimonials/use-testimonials.ts';
import { testimonialLabels } from '#app/features/testimonials/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-testimonial';

export const meta = () => [{ title: testimonialLabels.editTitle }];

/** /dashboard/admin/testimonial/edit/{id} */
export default function EditTestimonial({ params: { id } }: Route.ComponentProps) {
  const { data: testimonial, error, isPending, refetch } = useTestimonial(id);
  if (isMissing(error))
    return (
      <NotFoundState
        title={error.message}
        to={lastListUrl(paths.testimonials())}
        label={testimonialLabels.back}
      />
    );
  return (
    <>
      <PageHeading
        title={testimonialLabels.editTitle}
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
