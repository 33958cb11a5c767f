import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { LENGTHS } from '#domain/constants.ts';
import type { ListedProposal, Proposal } from '#domain/proposals/schema.ts';
import { transport } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { apiPath, send } from '#app/api/transport.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { useSecondsUntil } from '#app/ui/use-seconds-until.ts';

const labels = {
  withdraw: 'Withdraw proposal',
  withdrawing: (name: string) => `Withdraw “${name}”?`,
  own: 'It will no longer take part, and its receipt will no longer count. Your answers, files and messages stay in your account until this season is deleted or you close the account.',
  desk: 'It will no longer take part, its entry leaves an open round, and the applicant is told. Text, files and messages stay until the season is deleted or the account is closed.',
  reason: 'Reason',
  shownToApplicant: 'The applicant will see it. 10 to 2,000 characters.',
  cancel: 'Cancel',
  failed: 'The proposal could not be withdrawn. Try again.',
  title: { applicant: 'Withdrawn by the applicant', firm: 'Withdrawn by the firm' },
  ownTitle: { applicant: 'You withdrew this proposal', firm: 'We withdrew this proposal' },
  stays: 'Text, files and messages stay until the season is deleted or the account is closed.',
  undo: 'Undo',
  undoIn: (seconds: number) =>
    `Nobody has been told yet. You can undo this for ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}.`,
  takeBack: 'Take back the withdrawal',
  takingBack: (name: string) => `Let “${name}” take part again?`,
  takenBack: 'It counts again, and it is not decided. The applicant is told.',
  undoFailed: 'This could not be taken back. Try again.',
} as const;

const path = (id: string): string => apiPath(`/proposals/${encodeURIComponent(id)}/withdrawal`);

type Props = { proposal: Proposal; isOwner?: boolean };

/** Withdraws a proposal, or says that it has been; "Undo" as long as nobody hears of it. */
export default function WithdrawalView({ proposal, isOwner = false }: Props) {
  const [isAsking, setAsking] = useState(false);
  const isMember = proposal.my_role === 'member';
  const canWithdraw = !isOwner || (proposal.locked === 'deadline_passed' && !isMember);
  if (proposal.withdrawal)
    return <Withdrawn {...{ proposal, isOwner }} withdrawal={proposal.withdrawal} />;
  if (!canWithdraw || proposal.decision !== 'undecided') return null;
  return (
    <p className="no-print">
      <Button variant={isOwner ? 'secondary' : 'quiet'} onClick={() => setAsking(true)}>
        {labels.withdraw}
      </Button>
      {isAsking && (
        <Asking
          {...{ proposal, isOwner, onClose: () => setAsking(false) }}
          title={labels.withdrawing(proposal.business_name)}
          text={isOwner ? labels.own : labels.desk}
          confirm={labels.withdraw}
          failed={labels.failed}
          method="POST"
        />
      )}
    </p>
  );
}

function useChanged() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [queryKeys.proposals] });
}

type AskingProps = Props & {
  title: string;
  text: string;
  confirm: string;
  failed: string;
  method: 'POST' | 'DELETE';
  onClose: () => void;
};

/** Says what it means, and asks why. */
function Asking({ proposal, isOwner, method, onClose, ...words }: AskingProps) {
  const changed = useChanged();
  const [idempotencyKey] = useState(randomKey);
  const { problem, isBusy, run } = useFormSubmit(words.failed);
  const submit = (data: FormData) =>
    void run(async () => {
      const json = { reason: String(data.get('reason') ?? '') };
      const options = { fallback: words.failed, ...(method === 'POST' && { idempotencyKey }) };
      await send(transport, method, path(proposal.id), { json }, options);
      onClose();
      await changed();
    });
  return (
    <Dialog title={words.title} isOpen isBusy={isBusy} onClose={onClose} actions={null}>
      <p>{words.text}</p>
      <Form problem={problem} onSubmit={submit}>
        <TextAreaField
          label={labels.reason}
          name="reason"
          rows={3}
          maxLength={LENGTHS.reason}
          isOptional={isOwner}
          hint={isOwner ? undefined : labels.shownToApplicant}
        />
        <FormActions>
          <Button variant="secondary" onClick={() => isBusy || onClose()}>
            {labels.cancel}
          </Button>
          <Button type="submit" variant={method === 'POST' ? 'danger' : 'primary'} isBusy={isBusy}>
            {words.confirm}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

type WithdrawnProps = Props & { withdrawal: NonNullable<ListedProposal['withdrawal']> };

function Withdrawn({ proposal, isOwner, withdrawal }: WithdrawnProps) {
  const [isAsking, setAsking] = useState(false);
  const [endsAt] = useState(() => Date.now() + (proposal.undo_seconds ?? 0) * 1000);
  const seconds = useSecondsUntil(endsAt) ?? 0;
  const changed = useChanged();
  const { problem, isBusy, run } = useFormSubmit(labels.undoFailed);
  const undo = () =>
    void run(async () => {
      const json = { reason: labels.undo };
      await send(transport, 'DELETE', path(proposal.id), { json }, { fallback: labels.undoFailed });
      await changed();
    });
  const titles = isOwner ? labels.ownTitle : labels.title;
  // An admin always says why; within these seconds too.
  const isQuick = isOwner && proposal.my_role !== 'member' && seconds > 0;
  return (
    <Notice
      title={`${titles[withdrawal.by]} · ${formatDateTime(withdrawal.at)} GMT`}
      actions={
        <>
          {isQuick && (
            <Button variant="secondary" isBusy={isBusy} onClick={undo}>
              {labels.undo}
            </Button>
          )}
          {!isOwner && (
            <Button variant="secondary" onClick={() => setAsking(true)}>
              {seconds > 0 ? labels.undo : labels.takeBack}
            </Button>
          )}
        </>
      }
    >
      {withdrawal.reason && <p className="as-typed">{withdrawal.reason}</p>}
      {seconds > 0 && <p>{labels.undoIn(seconds)}</p>}
      <p>{labels.stays}</p>
      {problem && <p role="alert">{problem.message}</p>}
      {isAsking && (
        <Asking
          {...{ proposal, isOwner: false, onClose: () => setAsking(false) }}
          title={labels.takingBack(proposal.business_name)}
          text={labels.takenBack}
          confirm={labels.takeBack}
          failed={labels.undoFailed}
          method="DELETE"
        />
      )}
    </Notice>
  );
}
