import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { requestLabels } from './labels.ts';
import { useFieldLabels } from './use-field-labels.ts';
import { useAnswering, useRequests } from './use-requests.ts';

type Props = { proposal: Pick<Proposal, 'id' | 'program_id'> };

/** What the firm asks this applicant to change, until when, and that they have done so. */
export default function RequestView({ proposal }: Props) {
  const { id } = proposal;
  const { labelOf } = useFieldLabels(proposal);
  const { data, error, isPending, refetch } = useRequests(id);
  const { mutate, isPending: isAnswering, error: refusal } = useAnswering(id);
  const request = data?.find(({ state }) => state === 'open');
  if (isPending) return <Skeleton label={requestLabels.loading} rows={2} />;
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!request) return null;
  const fields = request.fields.flatMap((name) => labelOf(name) ?? []);
  return (
    <Notice
      id="request"
      tone="warn"
      title={requestLabels.asked}
      actions={
        <>
          <LinkButton to={paths.editProposal({ id })}>{requestLabels.change}</LinkButton>
          <Button
            variant="secondary"
            isBusy={isAnswering}
            onClick={() =>
              mutate(request.id, { onSuccess: () => toast.success(requestLabels.answered) })
            }
          >
            {requestLabels.answer}
          </Button>
        </>
      }
    >
      <p className="as-typed">{request.text}</p>
      <p>
        <b>{requestLabels.until(request.due_at)}</b>
      </p>
      {fields.length > 0 && <p>{`${requestLabels.fields}: ${fields.join(', ')}.`}</p>}
      {refusal && <p role="alert">{refusal.message}</p>}
    </Notice>
  );
}
