import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#domain/dates.ts';
import type { Mail } from '#domain/mails/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { mailLabels as labels, STATES, TONES } from './labels.ts';

type Props = { mail: Mail; onClose: () => void };

/** One mail: what became of it, and its text for as long as it is stored. */
export function MailDialog({ mail: listed, onClose }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [queryKeys.mails, listed.id],
    queryFn: ({ signal }) => api.getMail(listed.id, { signal, fallback: labels.openFailed }),
  });
  const mail = data ?? listed;
  return (
    <Dialog
      title={mail.subject}
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>{labels.close}</Button>}
    >
      <Facts isCompact facts={factsOf(mail)} />
      <h3>{labels.message}</h3>
      {isPending && <Skeleton label={labels.loading} rows={4} />}
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data && (data.text ? <PlainText>{data.text}</PlainText> : <p>{labels.gone}</p>)}
    </Dialog>
  );
}

const factsOf = (mail: Mail) => [
  [labels.recipient, mail.recipient] as const,
  [
    labels.state,
    <Badge key="state" tone={TONES[mail.state]}>
      {STATES[mail.state]}
    </Badge>,
  ] as const,
  [labels.created, formatDateTime(mail.created_at)] as const,
  ...(mail.sent_at ? [[labels.sent, formatDateTime(mail.sent_at)] as const] : []),
  ...(mail.next_try_at ? [[labels.nextTry, formatDateTime(mail.next_try_at)] as const] : []),
  ...(mail.tries > 1 ? [[labels.tries, mail.tries] as const] : []),
  ...(mail.last_error ? [[labels.problem, mail.last_error] as const] : []),
];
