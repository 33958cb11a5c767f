import { lazy, Suspense, useState, useEffect } from 'react';
import { Link, PrefetchPageLinks, useNavigate } from 'react-router';
import { OTP, RESET } from '#domain/accounts/messages.ts';
import type { FactorChallenge } from '#domain/accounts/factor-schema.ts';
import { CODES } from '#domain/constants.ts';
import { accountPages } from '#content/account-pages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { describePage } from '#app/seo/describe-page.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { CodeView } from '#app/features/accounts/code/code-view.tsx';
import { redirectAfterLogin } from '#app/features/accounts/redirect-after-login.ts';
import { ResendCode } from '#app/features/accounts/code/resend-code.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { startSession } from '#app/session/actions.ts';
import { writeDrafts } from '#app/storage/local-storage.ts';
import { forgetEmail } from '#app/storage/pending-email.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/features/accounts/code/code-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/otp';

/** Few people have a second factor: its step is loaded only for them. */
const FactorLoginScreen = lazy(
  () => import('#app/features/accounts/factor/factor-login-screen.tsx'),
);
const codeForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).verifyOtpInput,
);

export const meta: Route.MetaFunction = ({ matches }) => describePage(accountPages.code, matches);

/**
 * /otp, purpose login: takes the mailed code. A right one opens the session (for admins with a
 * second factor, after that) and continues to the requested page.
 */
export default function Otp() {
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<FactorChallenge | null>(null);
  const leave = () => {
    toast.error(RESET.missingEmail);
    void navigate(paths.login, { replace: true });
  };
  const enter = async (token: string) => {
    await startSession(token);
    forgetEmail();
    writeDrafts('register:visitor', []);
    toast.success(OTP.done);
    await redirectAfterLogin(navigate, null);
  };
  if (challenge)
    return (
      <Suspense fallback={<Spinner label={accountLabels.loadingStep} isLarge />}>
        <FactorLoginScreen challenge={challenge} onToken={enter} />
      </Suspense>
    );
  return (
    <CodeView title={accountLabels.otpTitle} lead={accountLabels.sentTo} onMissing={leave}>
      {(email) => <CodeForm email={email} onToken={enter} onChallenge={setChallenge} />}
    </CodeView>
  );
}

type CodeProps = {
  email: string;
  onToken: (token: string) => Promise<void>;
  onChallenge: (challenge: FactorChallenge) => void;
};

function CodeForm({ email, onToken, onChallenge }: CodeProps) {
  const { problem, isBusy, run, refuse } = useFormSubmit(OTP.fallback, { bad_code: 'otp' });
  const isHomeFetched = useHomeAhead();
  const submit = (otp: unknown) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(codeForm, { email, otp });
      if (!value) return refuse(refusal);
      const answer = await api.verifyOtp(value, { fallback: OTP.fallback });
      if ('challenge_token' in answer) onChallenge(answer);
      else await onToken(answer.access_token);
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

type Connection = { saveData?: boolean };

/**
 * Prefetches the dashboard's home screens while somebody waits for a code. Returns true if their
 * layout should be prefetched too; never with Save-Data.
 */
function useHomeAhead(): boolean {
  const [isFetched, setFetched] = useState(false);
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (connection?.saveData) return;
    const fetchHomes = async () => {
      setFetched(true);
      // Which of the two is needed is known only after the code. A failed one is fetched again
      // later.
      await Promise.allSettled([
        import('#app/pages/admin/home/admin-home.tsx'),
        import('#app/pages/applicant/home/applicant-home.tsx'),
      ]);
    };
    void fetchHomes();
  }, []);
  return isFetched;
}
