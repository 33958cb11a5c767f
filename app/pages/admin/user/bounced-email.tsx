import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { people } from '#app/features/users/people-calls.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { personLabels as labels } from './labels.ts';
import css from './user.module.css';
import { useRefreshPerson } from './use-person.ts';

const emailForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).correctEmailInput,
);

/** Only where the mail server has refused mail to an applicant's address. */
export function BouncedEmail({ userId }: { userId: string }) {
  const refresh = useRefreshPerson(userId);
  const { problem, isBusy, run, refuse } = useFormSubmit(ACCOUNT_RULES.emailCorrectFailed, {
    email_taken: 'email',
  });
  const submit = (email: unknown) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(emailForm, { email });
      if (!value) return refuse(refusal);
      const options = { fallback: ACCOUNT_RULES.emailCorrectFailed };
      await people.correctEmail(userId, value.email, options);
      toast.success(ACCOUNT_RULES.emailCorrected);
      await refresh();
    });
  return (
    <section className={css.section} aria-labelledby="bounced">
      <h2 id="bounced">{labels.bouncedTitle}</h2>
      <p>{labels.bouncedText}</p>
      <Form problem={problem} onSubmit={(data) => void submit(data.get('email'))}>
        <TextField label={labels.newEmail} name="email" type="email" autoComplete="off" />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {labels.correct}
          </Button>
        </FormActions>
      </Form>
    </section>
  );
}
