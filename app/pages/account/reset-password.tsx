import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { RESET } from '#domain/accounts/messages.ts';
import { resetStrength } from '#domain/accounts/rules.ts';
import { CODES } from '#domain/constants.ts';
import { accountPages } from '#content/account-pages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { describePage } from '#app/seo/describe-page.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { CodeView } from '#app/features/accounts/code/code-view.tsx';
import { ResendCode } from '#app/features/accounts/code/resend-code.tsx';
import { StrengthLabel } from '#app/features/accounts/form/strength-label.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { useNext } from '#app/features/accounts/use-next.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/features/accounts/code/code-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/reset-password';

const resetForm = lazySchema(
  async () => (await import('#domain/accounts/passwords/schema.ts')).resetForm,
);

export const meta: Route.MetaFunction = ({ matches }) => describePage(accountPages.reset, matches);

/**
 * /reset-password: takes the mailed code and a new password. Without an address to reset, goes back
 * to the start.
 */
export default function ResetPassword() {
  const navigate = useNavigate();
  const { carry } = useNext();
  const leave = () =>
    void navigate(carry(paths.forgotPassword), {
      replace: true,
      state: { reason: RESET.missingEmail },
    });
  return (
    <CodeView title={accountLabels.resetTitle} lead={accountLabels.maybeSentTo} onMissing={leave}>
      {(email) => <ResetForm email={email} />}
    </CodeView>
  );
}

function ResetForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { carry } = useNext();
  const [password, setPassword] = useState('');
  const { problem, isBusy, run, refuse } = useFormSubmit(RESET.failed, { bad_code: 'otp' });
  const submit = (data: FormData) =>
    run(async () => {
      const filled = { ...Object.fromEntries(data), email };
      const { value, problem: refusal } = await checkForm(resetForm, filled);
      if (!value) return refuse(refusal);
      await api.resetPassword(
        { email: value.email, otp: value.otp, new_password: value.new_password },
        { fallback: RESET.failed },
      );
      toast.success(RESET.done);
      await navigate(carry(paths.login));
    });
  return (
    <>
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        <CodeField
          label={accountLabels.code}
          name="otp"
          hint={accountLabels.codeLife}
          length={CODES.length}
        />
        <PasswordField
          label={accountLabels.newPassword}
          name="new_password"
          hint={accountLabels.passwordHint}
          autoComplete="new-password"
          onChange={({ target }) => setPassword(target.value)}
          after={<StrengthLabel strength={password ? resetStrength(password) : null} />}
        />
        <PasswordField
          label={accountLabels.confirm}
          name="confirm_password"
          autoComplete="new-password"
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {accountLabels.reset}
          </Button>
        </FormActions>
      </Form>
      <ResendCode email={email} purpose="reset" />
      <p className={screen.aside}>
        <Link to={carry(paths.login)}>{accountLabels.backToLogin}</Link>
      </p>
    </>
  );
}
