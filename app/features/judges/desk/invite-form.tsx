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

/** Mails an invitation, and leads to the judge. */
export function InviteForm() {
  const form = useCreateForm({
    draftName: 'judge:new',
    create: useJudgeChanges().invite,
    fallback: labels.inviteFailed,
    mapErrors: { email_taken: 'email' },
    done: labels.sent,
    next: ({ id }) => paths.judge({ id }),
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
        defaultValue={values['email']}
      />
      <JudgeFields start={values} />
    </DraftForm>
  );
}
