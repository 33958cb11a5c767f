import { PAGING } from '#domain/constants.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { EnquiriesTable } from '#app/features/enquiries/enquiries-table.tsx';
import { fetchEnquiries } from '#app/features/enquiries/use-enquiries.ts';
import { describeTotal, SORTS, STATUSES, enquiryLabels } from '#app/features/enquiries/labels.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { paths } from '#app/paths.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: enquiryLabels.title }];

const FILTERS = {
  placeholder: enquiryLabels.searchHint,
  choices: [{ name: 'is_answered', label: enquiryLabels.status, options: STATUSES }],
  sorts: SORTS,
};

/** /dashboard/admin/enquiries: what visitors sent with the contact form. */
export default function Enquiries() {
  return (
    <ListScreen
      title={enquiryLabels.title}
      noun={queryKeys.enquiries}
      label="enquiries"
      fetchPage={fetchEnquiries}
      pageSize={PAGING.adminEnquiries}
      filters={FILTERS}
      describeTotal={describeTotal}
      noMatch={enquiryLabels.noMatch}
      none={ENQUIRY.none}
      start={
        <LinkButton href={paths.contact} variant="secondary">
          {enquiryLabels.contactPage}
        </LinkButton>
      }
    >
      {(rows, { isStale }) => <EnquiriesTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
