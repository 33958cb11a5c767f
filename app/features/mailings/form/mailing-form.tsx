import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { MAILING } from '#domain/mailings/messages.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { paths } from '#app/paths.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useProfile } from '#app/session/use-session.ts';
import type { Reading } from '#app/ui/form-values.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { mailings, type Target, type MailingText } from '../mailing-calls.ts';
import { composeLabels as labels } from '../labels.ts';
import { SendDialog, type PreparedMailing } from './send-dialog.tsx';
import { ChosenTarget, programMissing, readTarget, TargetField } from './target-field.tsx';
import { WordsFields } from './words-fields.tsx';

const FORM = { cancelLabel: labels.cancel, cancelPath: paths.mailings };

/** Writes to many; what will happen to whom is shown before anything is sent. */
export function MailingForm({ target }: { target: Target | undefined }) {
  const draft = useDraft('mailing:new', useProfile().id);
  const call = useFormSubmit(labels.failed);
  const [prepared, setPrepared] = useState<PreparedMailing | null>(null);
  const send = useSendingOf(draft.clear);
  const prepare = (written: MailingText) =>
    void call.run(async () => {
      const preview = await mailings.preview(written, { fallback: labels.failed });
      if (preview.people === 0) call.refuse(nobody);
      else setPrepared({ written, preview, key: randomKey() });
    });
  return (
    <>
      <DraftForm
        {...FORM}
        form={{ draft, call, submit: prepare }}
        read={(data) => Promise.resolve(readWritten(data, target))}
        submitLabel={labels.review}
      >
        {target ? <ChosenTarget target={target} /> : <TargetField values={draft.values} />}
        <WordsFields values={draft.values} />
        <TextField
          label={labels.sendAt}
          name="send_at"
          type="datetime-local"
          hint={labels.sendAtHint}
          isOptional
          defaultValue={draft.values['send_at']}
        />
      </DraftForm>
      <SendDialog
        prepared={prepared}
        call={call}
        onSend={({ written, key }) => void call.run(() => send(written, key))}
        onClose={() => setPrepared(null)}
      />
    </>
  );
}

const nobody = { message: MAILING.nobody, fields: { filter: MAILING.nobody } };

/** Queues it and leads to it, where its progress is. */
function useSendingOf(clearDraft: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async (written: MailingText, key: string) => {
    const made = await mailings.create(written, { idempotencyKey: key, fallback: labels.failed });
    clearDraft();
    toast.success(made.state === 'planned' ? labels.planned : labels.being);
    await cache.invalidateQueries({ queryKey: [queryKeys.mailings] });
    await navigate(paths.mailing(made), { replace: true });
  };
}

function readWritten(data: FormData, given: Target | undefined): Reading<MailingText> {
  const target = given ?? readTarget(data);
  if (!target) return { problem: programMissing };
  const typed = String(data.get('send_at'));
  const at = typed === '' ? null : readDeadline(typed);
  // A moment that has passed would send it now, unasked.
  if (at === undefined || (at && at <= serverNow())) return { problem: tooLate };
  return {
    value: {
      ...target,
      subject: String(data.get('subject')),
      text: String(data.get('text')),
      send_at: at && at.toISOString(),
    },
  };
}

const tooLate = { message: MAILING.tooLate, fields: { send_at: MAILING.tooLate } };
