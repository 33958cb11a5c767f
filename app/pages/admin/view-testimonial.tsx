import { formatDateTime } from '#domain/dates.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { words as listWords } from '#app/lists/words.ts';
import { PublicationBadge } from '#app/features/testimonials/publication-badge.tsx';
import { useTestimonial } from '#app/features/testimonials/use-testimonials.ts';
import { words } from '#app/features/testimonials/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/view-testimonial';

export const meta = () => [{ title: words.viewTitle }];

/** /dashboard/admin/testimonial/view/{id} */
export default function ViewTestimonial({ params: { id } }: Route.ComponentProps) {
  const { data: testimonial, error, isPending, refetch } = useTestimonial(id);
  const back = keptAddress(paths.testimonials());
  if (isMissing(error)) return <MissingThing title={error.message} to={back} label={words.back} />;
  const actions = (
    <>
      {testimonial && <LinkButton to={paths.editTestimonial({ id })}>{listWords.edit}</LinkButton>}
      <LinkButton to={back} variant="secondary">
        {words.back}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeading
        title={testimonial ? `${testimonial.first_name} ${testimonial.last_name}` : words.viewTitle}
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
        [words.status, <PublicationBadge isApproved={testimonial.is_approved} />],
        [words.received, formatDateTime(testimonial.created_at)],
        [words.changed, formatDateTime(testimonial.updated_at)],
      ]}
    />
  </>
);
