import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { LOGIN } from '#domain/accounts/messages.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import { accountPages } from '#content/account-pages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { describePage } from '#app/seo/describe-page.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { redirectAfterLogin } from '#app/features/accounts/redirect-after-login.ts';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { useNext } from '#app/features/accounts/use-next.ts';
import { useKnownEmail } from '#app/features/accounts/use-known-email.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { readPendingEmail, savePendingEmail } from '#app/storage/pending-email.ts';
import { useBrowserValue } from '#app/storage/use-browser-value.ts';
import { useSession } from '#app/session/use-session.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Button } from '#app/ui/button.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { fieldId } from '#app/ui/field.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/login';

const loginForm = lazySchema(async () => (await import('#domain/accounts/schema.ts')).loginInput);

export const meta: Route.MetaFunction = ({ matches }) => describePage(accountPages.login, matches);

/**
 * /login: first the password, then a code by e-mail. `?next=` is remembered until after the code if
 * it is one of our paths.
 */
export default function Login() {
  const navigate = useNavigate();
  const { problem, isBusy, run, refuse } = useFormSubmit(LOGIN.failed);
  const { next, carry } = useNext();
  const email = useBrowserValue(readPendingEmail);
  useKnownEmail('username', email);
  useLeaveWhenSignedIn(next);

  const submit = (data: FormData) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(loginForm, data);
      if (!value) return refuse(refusal);
      const { message } = await api.login(value, { fallback: LOGIN.failed });
      savePendingEmail(normaliseEmail(value.username));
      toast.success(message || LOGIN.codeSent);
      await navigate(paths.loginCode);
    });
  return (
    <>
      <PageHeading
        title={accountLabels.loginTitle}
        lead={
          next?.includes(paths.submitForm) ? accountLabels.forApplying : accountLabels.loginLead
        }
      />
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        <TextField label="Email" name="username" type="email" autoComplete="username" />
        <PasswordField
          label={accountLabels.password}
          name="password"
          autoComplete="current-password"
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy} busyLabel={accountLabels.loggingIn}>
            {accountLabels.login}
          </Button>
        </FormActions>
      </Form>
      <p className={screen.aside}>
        <Link to={carry(paths.forgotPassword)} onClick={keepTypedEmail}>
          {accountLabels.forgot}
        </Link>
        <br />
        {accountLabels.noAccount} <Link to={carry(paths.register)}>{accountLabels.createOne}</Link>
      </p>
    </>
  );
}

/** Whoever has typed the address need not type it again. */
function keepTypedEmail(): void {
  const field = document.getElementById(fieldId('username'));
  const typed = field instanceof HTMLInputElement ? normaliseEmail(field.value) : '';
  if (typed) savePendingEmail(typed);
}

/** People who are signed in are redirected. */
function useLeaveWhenSignedIn(next: string | null): void {
  const navigate = useNavigate();
  const { profile, isLoading } = useSession();
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!profile || isLoading || isLeaving.current) return;
    isLeaving.current = true;
    void redirectAfterLogin(navigate, next);
  }, [profile, isLoading, navigate, next]);
}
