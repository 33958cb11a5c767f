import { formatDateTime } from '#domain/dates.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import { useEnquiry } from '#app/features/enquiries/use-enquiries.ts';
import { AnsweredToggle } from '#app/features/enquiries/answered-toggle.tsx';
import { describeAnswer, replyAddress, enquiryLabels } from '#app/features/enquiries/labels.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/view-enquiry';

export const meta = () => [{ title: enquiryLabels.viewTitle }];

/** /dashboard/admin/enquiries/{id} */
export default function ViewEnquiry({ params: { id } }: Route.ComponentProps) {
  const { data: enquiry, error, isPending, refetch } = useEnquiry(id);
  const back = lastListUrl(paths.enquiries());
  if (isMissing(error))
    return <NotFoundState title={error.message} to={back} label={enquiryLabels.back} />;
  // Appears together with its data, so that nothing moves when that is loaded.
  const actions = !isPending && (
    <>
      {enquiry && (
        <>
          <LinkButton href={replyAddress(enquiry.email, site.name)}>
            {enquiryLabels.reply}
          </LinkButton>
          <AnsweredToggle enquiry={enquiry} variant="secondary" />
        </>
      )}
      <LinkButton to={back} variant="secondary">
        {enquiryLabels.back}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeading
        title={enquiry ? `${enquiry.first_name} ${enquiry.last_name}` : enquiryLabels.viewTitle}
        actions={actions}
        isSheet
      />
      {isPending && <Skeleton label="Loading the enquiry" />}
      {error && !enquiry && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {enquiry && <Shown enquiry={enquiry} />}
    </>
  );
}

function describeStatus({
  is_answered: isAnswered,
  answered_at: at,
  answered_by: by,
}: Enquiry): string {
  if (!isAnswered) return enquiryLabels.open;
  return `${enquiryLabels.answered} ${describeAnswer(by?.name, at && formatDateTime(at))}`.trim();
}

const Shown = ({ enquiry }: { enquiry: Enquiry }) => (
  <>
    <PlainText isQuote>{enquiry.message}</PlainText>
    <Facts
      facts={[
        [enquiryLabels.email, <EmailText key="email" address={enquiry.email} />],
        [
          enquiryLabels.phone,
          enquiry.phone_number ? (
            <a href={`tel:${enquiry.phone_number}`}>{enquiry.phone_number}</a>
          ) : (
            enquiryLabels.none
          ),
        ],
        [enquiryLabels.received, formatDateTime(enquiry.created_at)],
        [enquiryLabels.status, describeStatus(enquiry)],
      ]}
    />
  </>
);
