import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MEMBERS } from '#domain/constants.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { transport } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { memberCalls } from './member-calls.ts';

const labels = {
  open: 'Hand over',
  openOther: 'Hand over to another account',
  title: (business: string) => `Hand “${business}” over?`,
  gone: (name: string) => `${name} can no longer read or edit it, and gets an email that says so.`,
  goneUnmailed: (name: string) =>
    `${name} can no longer read or edit it. They have no email address, so call them first.`,
  owns: 'The new owner gets an email. It is theirs from then on: they answer you.',
  edits: 'They edit it and decide who works on it.',
  stays: 'Receipts, files, messages and any extra time go along. Everybody else stays part of it.',
  inRound:
    'It is in a round of judging: until the results are out, only somebody who is already part of it can own it.',
  email: 'Email of the new owner’s account',
  reason: 'Reason',
  reasonHint: `${MEMBERS.reasonMinimum} to ${MEMBERS.reason} characters, for the log.`,
  cancel: 'Cancel',
  done: (name: string) => `Handed over to ${name}.`,
  failed: 'The proposal could not be handed over. Try again.',
} as const;

type Props = {
  proposal: Proposal;
  /** Of a member; anybody’s, if it is not given. */
  email?: string | null;
  /** Who that is, for screen readers. */
  name?: string;
};

/** An admin gives a proposal to another account: says first what that means for whom. */
export default function GiveView({ proposal, email, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        isSmall
        onClick={() => setOpen(true)}
        aria-label={name && `${labels.open}: ${name}`}
      >
        {name ? labels.open : labels.openOther}
      </Button>
      {isOpen && <GiveDialog {...{ proposal, email }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The page below the dialog may have a field `email`, of the form that invites. */
const OWNER = 'owner_email';

function nameOwner(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { email, ...fields } = error.fields;
  return email
    ? new ApiError(error.status, error.code, error.message, { ...fields, [OWNER]: email })
    : error;
}

type DialogProps = Props & { onClose: () => void };

function GiveDialog({ proposal, email, onClose }: DialogProps) {
  const cache = useQueryClient();
  const [idempotencyKey] = useState(randomKey);
  const { problem, isBusy, run } = useFormSubmit(labels.failed);
  const { applicant, rounds = [] } = proposal;
  const owner = `${applicant.first_name} ${applicant.last_name}`;
  const submit = (data: FormData) =>
    run(async () => {
      const json = { email: String(data.get(OWNER)), reason: String(data.get('reason')) };
      const options = { fallback: labels.failed, idempotencyKey };
      const given = await memberCalls(transport, `/proposals/${proposal.id}`)
        .handOver(json, options)
        .catch((error: unknown) => {
          throw nameOwner(error);
        });
      onClose();
      toast.success(labels.done(`${given.owner.first_name} ${given.owner.last_name}`));
      await Promise.all(
        [queryKeys.proposals, queryKeys.reviews, queryKeys.users].map((key) =>
          cache.invalidateQueries({ queryKey: [key] }),
        ),
      );
    });
  return (
    <Dialog
      title={labels.title(proposal.business_name)}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      actions={null}
    >
      <ul>
        <li>{(applicant.email === null ? labels.goneUnmailed : labels.gone)(owner)}</li>
        <li>{labels.owns}</li>
        {proposal.locked === null && <li>{labels.edits}</li>}
        <li>{labels.stays}</li>
        {rounds.some(({ is_released }) => !is_released) && <li>{labels.inRound}</li>}
      </ul>
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        <TextField
          label={labels.email}
          name={OWNER}
          type="email"
          autoComplete="off"
          defaultValue={email ?? undefined}
        />
        <TextAreaField
          label={labels.reason}
          name="reason"
          rows={3}
          maxLength={MEMBERS.reason}
          hint={labels.reasonHint}
        />
        <DialogFormActions
          cancel={labels.cancel}
          submit={labels.open}
          isBusy={isBusy}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}
