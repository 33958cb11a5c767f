import { useState } from 'react';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { ChangeRequest, ProposalVersion, Proposal } from '#domain/proposals/schema.ts';
import { isSameValue, valuesOf } from '#domain/questions/answers.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { requestLabels as labels } from './labels.ts';
import { useFieldLabels } from './use-field-labels.ts';
import { useAnswering, useRequests, useVersions } from './use-requests.ts';

type Props = { proposal: Proposal };

/** What the firm asks this applicant to change, until when, and that they have done so. */
export default function RequestView({ proposal }: Props) {
  const { id } = proposal;
  const { data, error, isPending, refetch } = useRequests(id);
  const request = data?.find(({ state }) => state === 'open');
  if (isPending) return <Skeleton label={labels.loading} rows={2} />;
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return request ? <Asked proposal={proposal} request={request} /> : null;
}

function Asked({ proposal, request }: Props & { request: ChangeRequest }) {
  const { id } = proposal;
  const { labelOf } = useFieldLabels(proposal);
  const { data: versions } = useVersions(id);
  const { mutate, isPending: isAnswering, error: refusal } = useAnswering(id);
  const [isAsking, setAsking] = useState(false);
  const inWords = (names: readonly string[]) => names.flatMap((name) => labelOf(name) ?? []);
  const fields = inWords(request.fields);
  const before = versions?.at(-1);
  const changed = before ? inWords(changedSince(before, proposal)) : [];
  const isSaved = changed.length > 0;
  const changes = labels.changed(changed);
  const [main, other] = isSaved
    ? (['secondary', 'primary'] as const)
    : (['primary', 'secondary'] as const);
  return (
    <Notice
      id="request"
      tone="warn"
      title={isSaved ? labels.savedTitle : labels.asked}
      actions={
        <>
          <LinkButton to={paths.editProposal({ id })} variant={main}>
            {labels.change}
          </LinkButton>
          <Button variant={other} onClick={() => setAsking(true)}>
            {labels.answer}
          </Button>
        </>
      }
    >
      {isSaved && <p>{`${changes} ${labels.stillOpen(request.due_at)}`}</p>}
      <p className="as-typed">{request.text}</p>
      <p>
        <b>{labels.until(request.due_at)}</b>
      </p>
      {fields.length > 0 && <p>{labels.fields(fields)}</p>}
      <ConfirmDialog
        title={labels.ask}
        confirmLabel={labels.send}
        cancelLabel={labels.goOn}
        isOpen={isAsking}
        isBusy={isAnswering}
        isDestructive={false}
        onConfirm={() =>
          mutate(request.id, {
            onSuccess: () => toast.success(labels.answered),
            onSettled: () => setAsking(false),
          })
        }
        onCancel={() => setAsking(false)}
      >
        {before && <p>{isSaved ? changes : labels.unchanged}</p>}
        <p>{labels.final}</p>
      </ConfirmDialog>
      {refusal && <p role="alert">{refusal.message}</p>}
    </Notice>
  );
}

/** Names of fields, kinds of documents and ids of questions that differ from that version. */
function changedSince({ fields, answers = [], documents }: ProposalVersion, now: Proposal) {
  const [before, after] = [valuesOf(answers), valuesOf(now.answers ?? [])];
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return [
    ...names.filter((name) => (fields[name] ?? '') !== (now[name] ?? '')),
    ...DOCUMENT_KINDS.filter((kind) => documents[kind] !== now.document_urls[kind]),
    ...Object.keys({ ...before, ...after }).filter((id) => !isSameValue(before[id], after[id])),
  ];
}
