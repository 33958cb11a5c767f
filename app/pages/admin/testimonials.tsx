import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { ClearFilters, ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { paths, pickParameters } from '#app/paths.ts';
import { useList } from '#app/lists/use-list.ts';
import { TestimonialsTable } from '#app/features/testimonials/testimonials-table.tsx';
import { fetchTestimonials } from '#app/features/testimonials/use-testimonials.ts';
import {
  describeTotal,
  SORTS,
  STATUSES,
  testimonialLabels,
} from '#app/features/testimonials/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: testimonialLabels.title }];

/** /dashboard/admin/testimonials: all testimonials, published or not. */
export default function Testimonials() {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'is_approved', 'sort']);
  const list = useList({
    noun: queryKeys.testimonials,
    query,
    pageSize: PAGING.adminTestimonials,
    fetchPage: fetchTestimonials,
  });
  const isFiltered = Boolean(query['q'] || query['is_approved']);
  const share = (
    <LinkButton href={paths.createTestimonial} variant="secondary">
      {testimonialLabels.shareLink}
    </LinkButton>
  );
  return (
    <>
      <PageHeading title={testimonialLabels.title} />
      <ListFilters
        placeholder={testimonialLabels.searchHint}
        choices={[{ name: 'is_approved', label: testimonialLabels.status, options: STATUSES }]}
        sorts={SORTS}
      />
      <ListView
        list={list}
        label="testimonials"
        loading={TESTIMONIAL.loading}
        describeTotal={describeTotal}
        empty={
          isFiltered ? (
            <EmptyState message={testimonialLabels.noMatch} action={<ClearFilters />} />
          ) : (
            <EmptyState message={TESTIMONIAL.noneFound} action={share} />
          )
        }
        reset={<ClearFilters />}
      >
        {(rows) => <TestimonialsTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
