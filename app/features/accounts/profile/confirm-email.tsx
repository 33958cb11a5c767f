import { ACCOUNT_RULES, OTP } from '#domain/accounts/messages.ts';
import type { Profile } from '#domain/accounts/schema.ts';
import { CODES } from '#domain/constants.ts';
import { api } from '#app/api/browser.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/features/accounts/code/code-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { toast } from '#app/ui/toast.tsx';
import css from './confirm-email.module.css';
import { ResendChange } from './resend-change.tsx';
import { accountLabels } from '../labels.ts';
import { profileLabels } from './labels.ts';

const codeForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).verifyEmailInput,
);

type Props = { address: string; onConfirmed: (profile: Profile) => void };

/** Confirms a new address with the code that was mailed to it. */
export default function ConfirmEmail({ address, onConfirmed }: Props) {
  const { problem, isBusy, run, refuse } = useFormSubmit(OTP.fallback, { bad_code: 'otp' });
  const confirm = (profile: Profile) => {
    toast.success(ACCOUNT_RULES.emailVerified);
    onConfirmed(profile);
  };
  const submit = (otp: unknown) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(codeForm, { otp });
      if (!value) return refuse(refusal);
      confirm(await api.verifyEmail(value.otp, { fallback: OTP.fallback }));
    });
  return (
    <section className={css.confirm} aria-labelledby="confirm-email">
      <h2 id="confirm-email">{profileLabels.confirmEmailTitle}</h2>
      <p>
        {profileLabels.confirmEmailText}{' '}
        <b>
          <EmailText address={address} />
        </b>
      </p>
      <Form problem={problem} onSubmit={(data) => void submit(data.get('otp'))}>
        <CodeField
          label={accountLabels.code}
          name="otp"
          hint={accountLabels.codeLife}
          length={CODES.length}
          onComplete={(code) => void submit(code)}
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {profileLabels.confirmEmail}
          </Button>
        </FormActions>
      </Form>
      <div className={css.again}>
        <ResendChange address={address} onConfirmed={confirm} />
      </div>
    </section>
  );
}
