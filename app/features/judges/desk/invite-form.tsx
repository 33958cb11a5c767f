import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useProfile } from '#app/session/use-session.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { judgeLabels as labels } from './labels.ts';
import { useJudgeChanges } from './use-judges.ts';
import { JudgeFields } from './judge-fields.tsx';
import { readJudge } from './read-judge.ts';

const inviteForm = lazySchema(
  async () => (await import('#domain/judges/schema.ts')).inviteJudgeInput,
);

/** Mails an invitation, and leads to the judge. */
export function InviteForm() {
  const navigate = useNavigate();
  const draft = useDraft('judge:new', useProfile().id);
  const { invite } = useJudgeChanges();
  const call = useFormSubmit(labels.inviteFailed, { email_taken: 'email' });
  return (
    <DraftForm
      draft={draft}
      call={call}
      read={(data) => checkForm(inviteForm, readJudge(data))}
      submitLabel={labels.sendInvitation}
      cancelLabel={labels.cancel}
      cancelPath={lastListUrl(paths.judges())}
      onSubmit={(input) =>
        void call.run(async () => {
          const { id } = await invite(input);
          draft.clear();
          toast.success(labels.sent);
          await navigate(paths.judge({ id }));
        })
      }
    >
      <TextField
        label={labels.email}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={draft.values['email']}
      />
      <JudgeFields start={draft.values} />
    </DraftForm>
  );
}
