import { paths } from '#app/paths.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EditTestimonialForm } from '#app/features/testimonials/testimonial-form.tsx';
import { useTestimonial } from '#app/features/testimonials/use-testimonials.ts';
import { nameOf, testimonialLabels } from '#app/features/testimonials/labels.ts';
import type { Route } from './+types/edit-testimonial';

export const meta = () => [{ title: testimonialLabels.editTitle }];

/** /dashboard/admin/testimonial/edit/{id} */
export default function EditTestimonial({ params: { id } }: Route.ComponentProps) {
  const item = useTestimonial(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: lastListUrl(paths.testimonials()), label: testimonialLabels.back }}
      title={testimonialLabels.editTitle}
      lead={item.data && nameOf(item.data)}
      loading="Loading the testimonial"
      isForm
    >
      {(testimonial, reload) => (
        <EditTestimonialForm key={testimonial.etag} testimonial={testimonial} onReload={reload} />
      )}
    </ItemScreen>
  );
}
