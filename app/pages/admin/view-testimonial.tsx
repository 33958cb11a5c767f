import { useNavigate } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { PublicationBadge } from '#app/features/testimonials/publication-badge.tsx';
import {
  useDeleteTestimonial,
  useTestimonial,
} from '#app/features/testimonials/use-testimonials.ts';
import { testimonialLabels } from '#app/features/testimonials/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/view-testimonial';

export const meta = () => [{ title: testimonialLabels.viewTitle }];

/** /dashboard/admin/testimonial/view/{id} */
export default function ViewTestimonial({ params: { id } }: Route.ComponentProps) {
  const { data: testimonial, error, isPending, refetch } = useTestimonial(id);
  const remove = useDeleteTestimonial(id);
  const navigate = useNavigate();
  const back = lastListUrl(paths.testimonials());
  if (isMissing(error))
    return <NotFoundState title={error.message} to={back} label={testimonialLabels.back} />;
  // Appears together with its data, so that nothing moves when that is loaded.
  const actions = testimonial && (
    <>
      <LinkButton to={paths.editTestimonial({ id })}>{listLabels.edit}</LinkButton>
      <DeleteButton
        name={`${testimonial.first_name} ${testimonial.last_name}`}
        question={testimonialLabels.deleteQuestion}
        done={testimonialLabels.deleted}
        variant="secondary"
        remove={remove}
        onDeleted={() => void navigate(back)}
      />
    </>
  );
  return (
    <>
      <PageHeading
        title={
          testimonial
            ? `${testimonial.first_name} ${testimonial.last_name}`
            : testimonialLabels.viewTitle
        }
        back={{ to: back, label: testimonialLabels.back }}
        lead={testimonial?.position}
        actions={actions}
      />
      {isPending && <Skeleton label="Loading the testimonial" />}
      {error && !testimonial && (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
      {testimonial && <Shown testimonial={testimonial} />}
    </>
  );
}

const Shown = ({ testimonial }: { testimonial: Testimonial }) => (
  <>
    <PlainText isQuote>{testimonial.message}</PlainText>
    <Facts
      facts={[
        [testimonialLabels.status, <PublicationBadge isApproved={testimonial.is_approved} />],
        [testimonialLabels.received, formatDateTime(testimonial.created_at)],
        [testimonialLabels.changed, formatDateTime(testimonial.updated_at)],
      ]}
    />
  </>
);
