import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { isOpen, PROGRAM } from '#domain/programs/rules.ts';
import type { CreateProgramInput, Program, ProgramPreview } from '#domain/programs/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { transport } from '#app/api/browser.ts';
import { apiPath, send } from '#app/api/transport.ts';

/** Whom the change would concern; changes nothing. */
async function previewProgram(id: string, input: CreateProgramInput): Promise<ProgramPreview> {
  const path = apiPath(`/programs/${encodeURIComponent(id)}`);
  const asked = { json: { deadline_date: input.deadline_date, preview: true } };
  const answer = await send(transport, 'PATCH', path, asked, { fallback: PROGRAM.updateFailed });
  return (await answer.json()) as ProgramPreview;
}

const Concerned = ({ open_drafts, waiting_submissions, mails }: ProgramPreview) => (
  <>
    <p>{describeWaiting(open_drafts ?? 0, waiting_submissions ?? 0)}</p>
    <p>{describeMails(mails ?? 0)}</p>
  </>
);

type PendingChange = { input: CreateProgramInput; preview: ProgramPreview };

/** Saves at once, or asks first where the deadline moves. */
export function useDeadlineQuestion(
  program: Program,
  call: ReturnType<typeof useFormSubmit>,
  save: (input: CreateProgramInput) => void,
) {
  const [asked, setAsked] = useState<PendingChange | null>(null);
  const submit = (input: CreateProgramInput) => {
    if (input.deadline_date.getTime() === Date.parse(program.deadline_date)) return save(input);
    void call.run(async () => {
      setAsked({ input, preview: await previewProgram(program.id, input) });
    });
  };
  const confirm = ({ input }: PendingChange) => {
    setAsked(null);
    save(input);
  };
  const dialog = asked && (
    <ConfirmDialog
      title="Move the deadline?"
      confirmLabel="Move the deadline"
      isOpen
      isDestructive={!isOpen(asked.input.deadline_date, new Date())}
      onConfirm={() => confirm(asked)}
      onCancel={() => setAsked(null)}
    >
      <p>
        {describeMove(
          formatDateTime(program.deadline_date),
          formatDateTime(asked.input.deadline_date),
        )}
      </p>
      <Concerned {...asked.preview} />
    </ConfirmDialog>
  );
  return { submit, dialog };
}

const describeMove = (from: string, to: string): string => `From ${from} to ${to}.`;

const count = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;
const describeWaiting = (drafts: number, waiting: number): string =>
  `The program has ${count(drafts, 'open draft', 'open drafts')} and ${count(waiting, 'waiting submission', 'waiting submissions')}, whose documents may still arrive.`;
const describeMails = (total: number): string =>
  total === 0
    ? 'Nobody needs to be told.'
    : `${count(total, 'applicant', 'applicants')} will be told by email.`;
