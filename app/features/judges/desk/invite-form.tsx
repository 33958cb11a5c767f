import { useState } from 'react';
import { paths } from '#app/paths.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useCreateForm } from '#app/editing/form/use-edit-form.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { judgeLabels as labels } from './labels.ts';
import { useJudgeChanges } from './use-judges.ts';
import { JudgeFields } from './judge-fields.tsx';
import { readJudge } from './read-judge.ts';

const inviteForm = lazySchema(
  async () => (await import('#domain/judges/schema.ts')).inviteJudgeInput,
);

/** Mails an invitation, and stays for the next one. */
export function InviteForm() {
  const [sent, setSent] = useState(0);
  return <OneInvitation key={sent} isNext={sent > 0} onSent={() => setSent(sent + 1)} />;
}

function OneInvitation({ isNext, onSent }: { isNext: boolean; onSent: () => void }) {
  const form = useCreateForm({
    draftName: 'judge:new',
    create: useJudgeChanges().invite,
    fallback: labels.inviteFailed,
    mapErrors: { email_taken: 'email' },
    done: labels.sent,
    next: onSent,
  });
  const { values } = form.draft;
  return (
    <DraftForm
      form={form}
      read={(data) => checkForm(inviteForm, readJudge(data))}
      submitLabel={labels.sendInvitation}
      cancelPath={lastListUrl(paths.judges())}
    >
      <TextField
        label={labels.email}
        name="email"
        type="email"
        autoComplete="off"
        autoFocus={isNext}
        defaultValue={values['email']}
      />
      <JudgeFields start={values} />
    </DraftForm>
  );
}
