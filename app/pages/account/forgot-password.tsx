import { useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { FORGOT } from '#domain/accounts/messages.ts';
import { accountPages } from '#content/account-pages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { describePage } from '#app/seo/describe-page.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { useKnownEmail } from '#app/features/accounts/use-known-email.ts';
import { useNext } from '#app/features/accounts/use-next.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { readPendingEmail, savePendingEmail } from '#app/storage/pending-email.ts';
import { useBrowserValue } from '#app/storage/use-browser-value.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Button } from '#app/ui/button.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/forgot-password';

const emailForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).resetRequestInput,
);

export const meta: Route.MetaFunction = ({ matches }) => describePage(accountPages.forgot, matches);

/** /forgot-password: requests a code; the answer never reveals whether the address is known. */
export default function ForgotPassword() {
  const navigate = useNavigate();
  const { carry } = useNext();
  const sentBack = (useLocation().state as { reason?: string } | null)?.reason;
  const { problem, isBusy, run, refuse } = useFormSubmit(FORGOT.wrong);
  const invited = useInvitedEmail();
  const pending = useBrowserValue(readPendingEmail);
  useKnownEmail('email', invited || pending);
  const submit = (data: FormData) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(emailForm, data);
      if (!value) return refuse(refusal);
      const { message } = await api.requestPasswordReset(value.email, {
        fallback: { network: FORGOT.wrong, failed: FORGOT.failed },
      });
      savePendingEmail(value.email);
      toast.success(message);
      await navigate(carry(paths.resetPassword));
    });
  return (
    <>
      <PageHeading
        title={invited ? accountLabels.invitedTitle : accountLabels.forgotTitle}
        lead={invited ? accountLabels.invitedLead : accountLabels.forgotLead}
      />
      {sentBack && !problem && <Notice tone="bad" title={sentBack} />}
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        <TextField label="Email" name="email" type="email" />
        <FormActions>
          <Button type="submit" isBusy={isBusy} busyLabel={accountLabels.sendingCode}>
            {accountLabels.sendCode}
          </Button>
        </FormActions>
      </Form>
      <p className={screen.aside}>
        <Link to={carry(paths.login)}>{accountLabels.backToLogin}</Link>
      </p>
    </>
  );
}

const onHashChange = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** The address in an invitation's link. It is in the fragment (#), so it appears in no log. */
function useInvitedEmail(): string {
  return useSyncExternalStore(
    onHashChange,
    () => new URLSearchParams(location.hash.slice(1)).get('email') ?? '',
    () => '',
  );
}
