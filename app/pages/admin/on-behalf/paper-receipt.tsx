import { formatDateTime } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import { reviewLabels } from '#app/features/submissions/review-labels.ts';
import { useSubmission } from '#app/features/submissions/use-submission.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/paper-receipt';
import { QrPicture } from '#app/features/qr/qr-picture.tsx';
import css from './paper-receipt.module.css';

const labels = {
  title: 'Receipt',
  loading: 'Loading the receipt',
  print: 'Print',
  number: 'Receipt number',
  program: 'Program',
  business: 'Business',
  applicant: 'Applicant',
  received: 'Came in',
  entered: 'Entered',
  qr: 'QR code of the receipt’s page',
  check: 'Anyone can check this receipt here:',
  kept: 'Keep this page. The receipt stays; text and documents stay until this season is deleted or the account is closed.',
  online: (phone: string) =>
    `To follow your proposal online, call ${phone} and tell us your email address.`,
  none: 'This proposal has no receipt.',
} as const;

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/view-proposal/{id}/receipt: one page to print, for somebody without an address. */
export default function PaperReceipt({ params: { id } }: Route.ComponentProps) {
  const query = useSubmission(id);
  const { data: proposal } = query;
  return (
    <>
      <PageHeading
        title={labels.title}
        lead={proposal?.program.title}
        back={{ to: paths.submission({ id }), label: proposal?.business_name ?? reviewLabels.back }}
      />
      <Waiting query={query} label={labels.loading} rows={6} />
      {proposal && <Sheet proposal={proposal} number={proposal.receipt_number} />}
    </>
  );
}

function Sheet({ proposal, number }: { proposal: Proposal; number: string | null }) {
  if (number === null) return <p>{labels.none}</p>;
  const address = location.origin + paths.receipt({ number });
  const { applicant, received_at, completed_at } = proposal;
  return (
    <div className={css.sheet}>
      <p className={css.number}>
        <span className="note">{labels.number}</span>
        <b>{number}</b>
      </p>
      <QrPicture text={address} label={labels.qr} />
      <p className={css.address}>
        <span>{labels.check}</span> <span>{address}</span>
      </p>
      <Facts
        facts={[
          [labels.program, proposal.program.title],
          [labels.business, proposal.business_name],
          [labels.applicant, `${applicant.first_name} ${applicant.last_name}`],
          [labels.received, `${formatDateTime(received_at)} GMT`],
          [labels.entered, `${formatDateTime(completed_at)} GMT`],
        ]}
      />
      <p>{labels.kept}</p>
      {applicant.email === null && <p>{labels.online(site.phone)}</p>}
      <p className="no-print">
        <Button onClick={() => print()}>{labels.print}</Button>
      </p>
    </div>
  );
}
