import { formatDateTime } from '#domain/dates.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import { useEnquiry } from '#app/features/enquiries/use-enquiries.ts';
import { replyAddress, words } from '#app/features/enquiries/words.ts';
import { keptAddress } from '#app/storage/kept-address.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/view-enquiry';

export const meta = () => [{ title: words.viewTitle }];

/** /dashboard/admin/enquiries/{id} */
export default function ViewEnquiry({ params: { id } }: Route.ComponentProps) {
  const { data: enquiry, error, isPending, refetch } = useEnquiry(id);
  const back = keptAddress(paths.enquiries);
  if (isMissing(error)) return <MissingThing title={error.message} to={back} label={words.back} />;
  const actions = (
    <>
      {enquiry && (
        <LinkButton href={replyAddress(enquiry.email, site.name)}>{words.reply}</LinkButton>
      )}
      <LinkButton to={back} variant="secondary">
        {words.back}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeading
        title={enquiry ? `${enquiry.first_name} ${enquiry.last_name}` : words.viewTitle}
        actions={actions}
      />
      {isPending && <Skeleton label="Loading the enquiry" />}
      {error && !enquiry && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {enquiry && <Shown enquiry={enquiry} />}
    </>
  );
}

const Shown = ({ enquiry }: { enquiry: Enquiry }) => (
  <>
    <PlainText isQuote>{enquiry.message}</PlainText>
    <Facts
      facts={[
        [words.email, enquiry.email],
        [
          words.phone,
          enquiry.phone_number ? (
            <a href={`tel:${enquiry.phone_number}`}>{enquiry.phone_number}</a>
          ) : (
            words.none
          ),
        ],
        [words.received, formatDateTime(enquiry.created_at)],
      ]}
    />
  </>
);
