import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CREATE_ADMIN } from '#domain/accounts/messages.ts';
import type { CreateAdminInput } from '#domain/accounts/passwords/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
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
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { FIRM_ROLE_OPTIONS, userLabels } from '../labels.ts';

const adminForm = lazySchema(
  async () => (await import('#domain/accounts/passwords/schema.ts')).createAdminInput,
);

const roleOf = (value: string): string =>
  FIRM_ROLE_OPTIONS.find((option) => option.value === value)!.label;
const describeCreate = (role: string): string => `Create ${roleOf(role).toLowerCase()}`;
/** The specification's sentence (spec §8.3), in the words of the role. */
const describeCreated = (role: string): string => CREATE_ADMIN.done.replace('Admin', roleOf(role));

/** Create Admin: every field is required and the password must be Strong. */
export function CreateAdminForm() {
  const navigate = useNavigate();
  const draft = useDraft('admin:new', useProfile().id);
  const create = useCreateAdmin();
  const [role, setRole] = useState(draft.values.role ?? 'ADMIN');
  const { problem, isBusy, run, refuse } = useFormSubmit(CREATE_ADMIN.failed, {
    email_taken: 'email',
  });

  const submit = (data: FormData) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(adminForm, data);
      if (!value) return refuse(refusal);
      const created = await create.mutateAsync(value);
      draft.clear();
      toast.success(describeCreated(created.role));
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
          defaultValue={role}
          onChange={({ target }) => setRole(target.value)}
        />
        <PersonFields values={draft.values} />
        <StrongPassword />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {describeCreate(role)}
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

function useCreateAdmin() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateAdminInput) =>
      api.createAdmin(input, {
        fallback: CREATE_ADMIN.failedTryAgain,
        noToken: CREATE_ADMIN.noToken,
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [queryKeys.users] }),
  });
}
