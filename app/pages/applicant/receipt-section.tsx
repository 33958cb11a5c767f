import { useMutation } from '@tanstack/react-query';
import { formatShortMoment } from '#domain/dates.ts';
import { CONFIRMATION } from '#domain/receipts/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { ownLabels as labels } from '#app/features/proposals/own/labels.ts';
import css from '#app/features/proposals/own/own-proposal.module.css';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { toast } from '#app/ui/toast.tsx';

/** When it was received and by which receipt; the confirmation can be requested again. */
export function ReceiptSection({ proposal }: { proposal: Proposal }) {
  const { receipt_number: number, received_at, completed_at } = proposal;
  const [received, completed] = [received_at, completed_at].map(formatShortMoment);
  return (
    <section aria-labelledby="receipt">
      <h2 id="receipt">{labels.receiptTitle}</h2>
      <Facts
        facts={[
          [labels.received, received],
          ...(completed === received ? [] : [[labels.completed, completed] as const]),
          [
            labels.numberAlone,
            number ? <ReceiptLink key="number" number={number} /> : labels.noReceipt,
          ],
        ]}
        isCompact
      />
      <SendAgain proposalId={proposal.id} />
    </section>
  );
}

/** Leads to a public page, so it loads a new document. */
export const ReceiptLink = ({ number }: { number: string }) => (
  <a href={paths.receipt({ number })} className={css.number}>
    {number}
  </a>
);

function SendAgain({ proposalId }: { proposalId: string }) {
  const { email } = useProfile();
  const singleFlight = useSingleFlight();
  const sending = useMutation({
    mutationFn: () => api.sendConfirmation(proposalId, { fallback: CONFIRMATION.failed }),
    onSuccess: ({ message }) => toast.success(message),
  });
  const send = () => void singleFlight(() => sending.mutateAsync().catch(() => undefined));
  return (
    <>
      <Button variant="secondary" isBusy={sending.isPending} onClick={send}>
        {labels.sendAgain}
      </Button>
      <p className={`${css.soft} note`}>
        {sending.data?.message ?? (
          <>
            {labels.goesTo} <EmailText address={email} />.
          </>
        )}
      </p>
      {sending.error && (
        <p className={css.refusal} role="alert">
          {sending.error.message}
        </p>
      )}
    </>
  );
}
