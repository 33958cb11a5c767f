import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ACCOUNT_RULES, REGISTER } from '#domain/accounts/messages.ts';
import { registrationStrength } from '#domain/accounts/rules.ts';
import { registerInput } from '#domain/accounts/schema.ts';
import { invalid } from '#domain/problem.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import screen from '#app/features/accounts/account-screen.module.css';
import { PersonFields } from '#app/features/accounts/form/person-fields.tsx';
import { StrengthLabel } from '#app/features/accounts/form/strength-label.tsx';
import { words } from '#app/features/accounts/words.ts';
import { useCall } from '#app/editing/use-call.ts';
import { DraftOffer } from '#app/editing/draft-offer.tsx';
import { rememberEmail } from '#app/storage/pending-email.ts';
import { dropVisitorDrafts } from '#app/storage/local-storage.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { readForm, type FormProblem } from '#app/ui/form-values.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { PasswordField } from '#app/features/accounts/form/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';

export const meta = () => [{ title: words.registerTitle }];

/** /register: every field is required; the strength label only advises. */
export default function Register() {
  const navigate = useNavigate();
  useState(dropVisitorDrafts);
  const keeper = useDraft('register', 'visitor');
  const { problem, isBusy, run, refuse } = useCall(REGISTER.failed, { email_taken: 'email' });

  const submit = (data: FormData) => {
    const reading = readForm(registerInput, data);
    const refusal = withTerms(reading.problem, data);
    if (refusal || !reading.value) return refuse(refusal!);
    const input = reading.value;
    return run(async () => {
      await api.register(input, {
        fallback: { network: REGISTER.network, failed: REGISTER.failed },
      });
      keeper.clear();
      rememberEmail(input.email);
      toast.success(REGISTER.done);
      await navigate(paths.login);
    });
  };
  return (
    <>
      <PageHeading title={words.registerTitle} lead={words.registerLead} />
      <DraftOffer keeper={keeper} />
      <Form
        key={keeper.version}
        problem={problem}
        onSubmit={(data) => void submit(data)}
        onValues={keeper.save}
      >
        <PersonFields values={keeper.values} />
        <Passwords />
        <CheckboxField
          name="terms"
          label={<TermsLabel />}
          defaultChecked={keeper.values.terms === 'true'}
        />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {words.register}
          </Button>
        </FormActions>
      </Form>
      <p className={screen.aside}>
        {words.haveAccount} <Link to={paths.login}>{words.login}</Link>
      </p>
    </>
  );
}

function Passwords() {
  const [password, setPassword] = useState('');
  return (
    <>
      <PasswordField
        label={words.password}
        name="password"
        hint={words.passwordHint}
        autoComplete="new-password"
        onChange={({ target }) => setPassword(target.value)}
        after={<StrengthLabel strength={password ? registrationStrength(password) : null} />}
      />
      <PasswordField label={words.confirm} name="confirm_password" autoComplete="new-password" />
    </>
  );
}

const TermsLabel = () => (
  <>
    {words.termsStart}{' '}
    <a href={paths.terms} target="_blank" rel="noopener">
      {words.terms}
    </a>{' '}
    {words.and}{' '}
    <a href={paths.privacy} target="_blank" rel="noopener">
      {words.privacy}
    </a>
  </>
);

/** The checkbox is the form's own rule: the API knows nothing of it. */
function withTerms(problem: FormProblem | undefined, data: FormData): FormProblem | undefined {
  if (data.has('terms')) return problem;
  return invalid({ ...problem?.fields, terms: ACCOUNT_RULES.terms }).toBody();
}
