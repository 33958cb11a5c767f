import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { ReviewProposalInput } from '#domain/proposals/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { ReviewMailView } from '#app/features/submissions/review-mail-view.tsx';

const labels = {
  nothingSent: 'Nothing is sent until you press “Decline and email”.',
  mailFailed: 'The email cannot be shown at the moment.',
};

/** Milliseconds without a letter, after which the email is asked for. */
const PAUSE_MS = 500;

type Props = {
  id: string;
  change: ReviewProposalInput;
  /** Whether an email goes out at once. */
  onKnown: (isSent: boolean) => void;
};

/** The email as the applicant will read it, while its reason is written; nothing is changed. */
export default function DeclineMail({ id, change, onKnown }: Props) {
  const typed = change.decline_reason ?? '';
  const [reason, setReason] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setReason(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error } = useQuery({
    queryKey: [queryKeys.reviews, 'decline', id, reason],
    enabled: reason.length >= LENGTHS.reasonMinimum,
    queryFn: ({ signal }) =>
      desk.changeMany(
        { ids: [id], change: { ...change, decline_reason: reason }, preview: true },
        { signal, fallback: labels.mailFailed },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isSent = data?.mails?.[0]?.waits === false;
  useEffect(() => onKnown(isSent), [isSent, onKnown]);
  if (!data) return error && <p>{error.message}</p>;
  return (
    <>
      <ReviewMailView answer={data} />
      {isSent && <p className="note">{labels.nothingSent}</p>}
    </>
  );
}
