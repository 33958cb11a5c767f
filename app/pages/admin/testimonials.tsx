import { PAGING } from '#domain/constants.ts';
import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { paths } from '#app/paths.ts';
import { TestimonialsTable } from '#app/features/testimonials/testimonials-table.tsx';
import { fetchTestimonials } from '#app/features/testimonials/use-testimonials.ts';
import {
  describeTotal,
  SORTS,
  STATUSES,
  testimonialLabels,
} from '#app/features/testimonials/labels.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: testimonialLabels.title }];

const FILTERS = {
  placeholder: testimonialLabels.searchHint,
  choices: [{ name: 'is_approved', label: testimonialLabels.status, options: STATUSES }],
  sorts: SORTS,
};

/** /dashboard/admin/testimonials: all testimonials, published or not. */
export default function Testimonials() {
  return (
    <ListScreen
      title={testimonialLabels.title}
      noun={queryKeys.testimonials}
      label="testimonials"
      loading={TESTIMONIAL.loading}
      fetchPage={fetchTestimonials}
      pageSize={PAGING.adminTestimonials}
      filters={FILTERS}
      describeTotal={describeTotal}
      noMatch={testimonialLabels.noMatch}
      none={TESTIMONIAL.noneFound}
      start={
        <LinkButton href={paths.createTestimonial} variant="secondary">
          {testimonialLabels.shareLink}
        </LinkButton>
      }
    >
      {(rows, { isStale }) => <TestimonialsTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
