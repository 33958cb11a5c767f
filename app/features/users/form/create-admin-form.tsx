import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CREATE_ADMIN } from '#domain/accounts/messages.ts';
import { registrationStrength } from '#domain/accounts/rules.ts';
import { paths } from '#app/paths.ts';
import { PersonFields } from '#app/features/accounts/form/person-fields.tsx';
import { StrengthLabel } from '#app/features/accounts/form/strength-label.tsx';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import { SelectField } from '#app/ui/text-field.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PasswordField } from '#app/features/accounts/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { useCreateAdmin } from '../use-users.ts';
import { FIRM_ROLE_OPTIONS, userLabels } from '../labels.ts';

const adminForm = lazySchema(
  async () => (await import('#domain/accounts/passwords/schema.ts')).createAdminInput,
);

/** Create Admin: every field is required and the password must be Strong. */
export function CreateAdminForm() {
  const navigate = useNavigate();
  const draft = useDraft('admin:new', useProfile().id);
  const create = useCreateAdmin();
  const { problem, isBusy, run, refuse } = useFormSubmit(CREATE_ADMIN.failed, {
    email_taken: 'email',
  });

  const submit = (data: FormData) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(adminForm, data);
      if (!value) return refuse(refusal);
      await create.mutateAsync(value);
      draft.clear();
      toast.success(CREATE_ADMIN.done);
      await navigate(paths.users());
    });
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        key={draft.version}
        problem={problem}
        onSubmit={(data) => void submit(data)}
        onValues={draft.save}
      >
        <SelectField
          label={userLabels.role}
          name="role"
          hint={userLabels.roleHint}
          options={FIRM_ROLE_OPTIONS}
          defaultValue={draft.values.role ?? 'ADMIN'}
        />
        <PersonFields values={draft.values} />
        <StrongPassword />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {userLabels.submit}
          </Button>
          <LinkButton to={paths.users()} variant="secondary">
            {userLabels.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}

function StrongPassword() {
  const [password, setPassword] = useState('');
  const label = <StrengthLabel strength={password ? registrationStrength(password) : null} />;
  return (
    <PasswordField
      label={userLabels.password}
      name="password"
      hint={userLabels.passwordHint}
      autoComplete="new-password"
      after={label}
      onChange={({ target }) => setPassword(target.value)}
    />
  );
}
