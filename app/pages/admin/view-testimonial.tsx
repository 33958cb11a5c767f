import { useNavigate } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { PublicationBadge } from '#app/features/testimonials/publication-badge.tsx';
import {
  useDeleteTestimonial,
  useTestimonial,
} from '#app/features/testimonials/use-testimonials.ts';
import { nameOf, testimonialLabels } from '#app/features/testimonials/labels.ts';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import type { Route } from './+types/view-testimonial';

export const meta = () => [{ title: testimonialLabels.viewTitle }];

/** /dashboard/admin/testimonial/view/{id} */
export default function ViewTestimonial({ params: { id } }: Route.ComponentProps) {
  const item = useTestimonial(id);
  const remove = useDeleteTestimonial(id);
  const navigate = useNavigate();
  const list = { to: lastListUrl(paths.testimonials()), label: testimonialLabels.back };
  // Appears together with its data, so that nothing moves when that is loaded.
  const actions = item.data && (
    <>
      <LinkButton to={paths.editTestimonial({ id })}>{listLabels.edit}</LinkButton>
      <DeleteButton
        name={nameOf(item.data)}
        question={testimonialLabels.deleteQuestion}
        done={testimonialLabels.deleted}
        variant="secondary"
        remove={remove}
        onDeleted={() => void navigate(list.to)}
      />
    </>
  );
  return (
    <ItemScreen
      item={item}
      list={list}
      title={item.data ? nameOf(item.data) : testimonialLabels.viewTitle}
      lead={item.data?.position}
      actions={actions}
      loading="Loading the testimonial"
    >
      {(testimonial) => (
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
      )}
    </ItemScreen>
  );
}
