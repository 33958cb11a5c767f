import { useEffect } from 'react';
import { Link, PrefetchPageLinks, useNavigate } from 'react-router';
import { OTP, RESET } from '#domain/accounts/messages.ts';
import { CODES } from '#domain/constants.ts';
import { accountPages } from '#content/account-pages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { describePage } from '#app/seo/describe-page.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { goOn } from '#app/features/accounts/go-on.ts';
import { useHomeAhead } from './use-home-ahead.ts';
import { ResendCode } from '#app/features/accounts/resend-code.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { startSession } from '#app/session/actions.ts';
import { forgetEmail, readPendingEmail } from '#app/storage/pending-email.ts';
import { useBrowserValue } from '#app/storage/use-browser-value.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/features/accounts/form/code-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/otp';

const codeForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).verifyOtpInput,
);

export const meta: Route.MetaFunction = ({ matches }) => describePage(accountPages.code, matches);

/**
 * /otp, purpose login: the mailed code; verified, it opens the session and goes on to where the
 * person was heading.
 */
export default function Otp() {
  const navigate = useNavigate();
  const email = useBrowserValue(readPendingEmail);
  useEffect(() => {
    if (readPendingEmail()) return;
    toast.error(RESET.missingEmail);
    void navigate(paths.login, { replace: true });
  }, [navigate]);
  return (
    <>
      <PageHeading title={accountLabels.otpTitle} />
      <p className={screen.lead}>
        {accountLabels.sentTo}{' '}
        <b>
          <EmailText address={email ?? '…'} />
        </b>
      </p>
      {email && <CodeForm email={email} />}
    </>
  );
}

function CodeForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { problem, isBusy, run, refuse } = useFormSubmit(OTP.fallback, { bad_code: 'otp' });
  const isHomeFetched = useHomeAhead();
  const submit = (otp: unknown) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(codeForm, { email, otp });
      if (!value) return refuse(refusal);
      const { access_token } = await api.verifyOtp(value, { fallback: OTP.fallback });
      await startSession(access_token);
      forgetEmail();
      toast.success(OTP.done);
      await goOn(navigate, null);
    });
  return (
    <>
      {isHomeFetched && <PrefetchPageLinks page={paths.dashboard} />}
      <Form problem={problem} onSubmit={(data) => void submit(data.get('otp'))}>
        <CodeField
          label={accountLabels.code}
          name="otp"
          hint={accountLabels.codeLife}
          length={CODES.length}
          onComplete={(code) => void submit(code)}
          autoFocus
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {accountLabels.verify}
          </Button>
        </FormActions>
      </Form>
      <ResendCode email={email} purpose="login" />
      <p className={screen.aside}>
        <Link to={paths.login}>{accountLabels.otherEmail}</Link>
      </p>
    </>
  );
}
