import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ACCOUNT_RULES, REGISTER } from '#domain/accounts/messages.ts';
import { registrationStrength } from '#domain/accounts/rules.ts';
import { invalid } from '#domain/problem.ts';
import { accountPages } from '#content/account-pages.ts';
import { paths } from '#app/paths.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import { describePage } from '#app/seo/describe-page.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { PersonFields } from '#app/features/accounts/form/person-fields.tsx';
import { StrengthLabel } from '#app/features/accounts/form/strength-label.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { useKnownEmail } from '#app/features/accounts/use-known-email.ts';
import { useNext } from '#app/features/accounts/use-next.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { readPendingEmail, savePendingEmail } from '#app/storage/pending-email.ts';
import { dropVisitorDrafts } from '#app/storage/local-storage.ts';
import { useBrowserValue } from '#app/storage/use-browser-value.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/register';

const registerForm = lazySchema(
  async () => (await import('#domain/accounts/passwords/schema.ts')).registerInput,
);

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(accountPages.register, matches);

/** /register: every field is required; the strength label only advises. */
export default function Register() {
  const navigate = useNavigate();
  useState(dropVisitorDrafts);
  const { next, carry } = useNext();
  const [email, setEmail] = useState('');
  const invited = useBrowserValue(readPendingEmail);
  useKnownEmail('email', next ? invited : null);
  const draft = useDraft('register', 'visitor');
  const { problem, isBusy, run, refuse } = useFormSubmit(REGISTER.failed, { email_taken: 'email' });

  const submit = (data: FormData) =>
    run(async () => {
      const reading = await checkForm(registerForm, data);
      const refusal = withTerms(reading.problem, data);
      if (refusal || !reading.value) return refuse(refusal!);
      const input = reading.value;
      await api.register(input, {
        fallback: { network: REGISTER.network, failed: REGISTER.failed },
      });
      // The draft stays until the first login: a mistyped address is corrected, not typed anew.
      savePendingEmail(input.email);
      toast.success(REGISTER.done);
      await navigate(carry(paths.login));
    });
  return (
    <>
      <PageHeading title={accountLabels.registerTitle} lead={accountLabels.registerLead} />
      <RestoreDraft draft={draft} />
      <Form
        key={draft.version}
        problem={problem}
        onSubmit={(data) => void submit(data)}
        onValues={draft.save}
      >
        <PersonFields
          values={draft.values}
          onEmail={setEmail}
          afterEmail={isTaken(problem) && <TakenEmail email={email || (invited ?? '')} />}
        />
        <Passwords />
        <CheckboxField
          name="terms"
          label={<TermsLabel />}
          defaultChecked={draft.values.terms === 'true'}
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy} busyLabel={accountLabels.registering}>
            {accountLabels.register}
          </Button>
        </FormActions>
      </Form>
      <p className={screen.aside}>
        {accountLabels.haveAccount} <Link to={carry(paths.login)}>{accountLabels.login}</Link>
      </p>
    </>
  );
}

const isTaken = (problem: FormProblem | null): boolean =>
  problem instanceof ApiError && problem.code === 'email_taken';

/** Sends people who already have an account to the login, with the typed address. */
function TakenEmail({ email }: { email: string }) {
  const { carry } = useNext();
  const saveEmail = () => savePendingEmail(email);
  return (
    <p className={screen.taken}>
      {accountLabels.yours}{' '}
      <Link to={carry(paths.login)} onClick={saveEmail}>
        {accountLabels.login}
      </Link>{' '}
      {accountLabels.or}{' '}
      <Link to={carry(paths.forgotPassword)} onClick={saveEmail}>
        {accountLabels.setPassword}
      </Link>
    </p>
  );
}

function Passwords() {
  const [password, setPassword] = useState('');
  return (
    <>
      <PasswordField
        label={accountLabels.password}
        name="password"
        hint={accountLabels.passwordHint}
        autoComplete="new-password"
        onChange={({ target }) => setPassword(target.value)}
        after={<StrengthLabel strength={password ? registrationStrength(password) : null} />}
      />
      <PasswordField
        label={accountLabels.confirm}
        name="confirm_password"
        autoComplete="new-password"
      />
    </>
  );
}

const TermsLabel = () => (
  <>
    {accountLabels.termsStart}{' '}
    <a href={paths.terms} target="_blank" rel="noopener">
      {accountLabels.terms}
    </a>{' '}
    {accountLabels.and}{' '}
    <a href={paths.privacy} target="_blank" rel="noopener">
      {accountLabels.privacy}
    </a>
  </>
);

/** The checkbox is a rule of the form only: the API does not know it. */
function withTerms(problem: FormProblem | undefined, data: FormData): FormProblem | undefined {
  if (data.has('terms')) return problem;
  return invalid({ ...problem?.fields, terms: ACCOUNT_RULES.terms }).toBody();
}
