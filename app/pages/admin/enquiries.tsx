import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { EnquiriesTable } from '#app/features/enquiries/enquiries-table.tsx';
import { fetchEnquiries } from '#app/features/enquiries/use-enquiries.ts';
import { describeTotal, SORTS, STATUSES, enquiryLabels } from '#app/features/enquiries/labels.ts';
import { ClearFilters, ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { paths, pickParameters } from '#app/paths.ts';
import { useList } from '#app/lists/use-list.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: enquiryLabels.title }];

/** /dashboard/admin/enquiries: what visitors sent with the contact form. */
export default function Enquiries() {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'is_answered', 'sort']);
  const list = useList({
    noun: queryKeys.enquiries,
    query,
    pageSize: PAGING.adminEnquiries,
    fetchPage: fetchEnquiries,
  });
  const contact = (
    <LinkButton href={paths.contact} variant="secondary">
      {enquiryLabels.contactPage}
    </LinkButton>
  );
  return (
    <>
      <PageHeading title={enquiryLabels.title} />
      <ListFilters
        placeholder={enquiryLabels.searchHint}
        choices={[{ name: 'is_answered', label: enquiryLabels.status, options: STATUSES }]}
        sorts={SORTS}
      />
      <ListView
        list={list}
        label="enquiries"
        describeTotal={describeTotal}
        empty={
          query['q'] || query['is_answered'] ? (
            <EmptyState message={enquiryLabels.noMatch} action={<ClearFilters />} />
          ) : (
            <EmptyState message={ENQUIRY.none} action={contact} />
          )
        }
        reset={<ClearFilters />}
      >
        {(rows) => <EnquiriesTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
