import { useState } from 'react';
import { useNavigate } from 'react-router';
import { OTP } from '#domain/accounts/messages.ts';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { dropUnchanged, normaliseEmail } from '#domain/accounts/rules.ts';
import type { Profile, UpdateProfileInput } from '#domain/accounts/schema.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useConflictPanel } from '#app/editing/form/use-conflict-panel.tsx';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { setProfile } from '#app/session/store.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Button } from '#app/ui/button.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { PersonFields } from '../form/person-fields.tsx';
import { PERSON_LABELS, type Person } from '../labels.ts';
import { profileLabels } from './labels.ts';
import type { ProfileState } from './profile-view.tsx';
import { useOwnProfile } from './use-own-profile.ts';

const profileForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).updateProfileInput,
);

/** Edits one's own profile, for both roles. `profilePath`: where the profile is shown. */
export function EditProfile({ profilePath }: { profilePath: string }) {
  const query = useOwnProfile();
  const { data: profile, refetch } = query;
  return (
    <>
      <PageHeading
        title={profileLabels.editTitle}
        back={{ to: profilePath, label: profileLabels.profileTitle }}
      />
      <Waiting query={query} label="Loading your profile" rows={4} />
      {profile && (
        <ProfileForm
          key={profile.etag}
          profile={profile}
          profilePath={profilePath}
          onReload={() => void refetch()}
        />
      )}
    </>
  );
}

type Props = {
  profile: Versioned<Profile>;
  profilePath: string;
  /** Redraws the form from what is saved. */ onReload: () => void;
};

function ProfileForm({ profile, profilePath, onReload }: Props) {
  const navigate = useNavigate();
  const draft = useDraft('profile', profile.id);
  const { problem, isBusy, run, refuse } = useFormSubmit(PROFILE.wrong, { email_taken: 'email' });
  const { attempt, conflictPanel } = useConflictPanel(
    {
      current: profile,
      save: (input: UpdateProfileInput, { etag }) =>
        api.updateProfile(input, {
          etag,
          fallback: { network: PROFILE.failed, failed: PROFILE.updateFailed },
          noToken: PROFILE.noToken,
        }),
      fetchFresh: () => api.getProfile(),
      compare: compareProfiles,
      onReload,
    },
    { draft, isBusy },
  );

  const save = (input: UpdateProfileInput) =>
    run(async () => {
      const saved = await attempt(input);
      if (!saved) return;
      draft.clear();
      setProfile(saved);
      // A new address is not updated until its code is confirmed.
      const isWaiting = input.email !== undefined && saved.pending_email;
      toast.success(isWaiting ? OTP.resent : PROFILE.done);
      await navigate(profilePath, { state: { notice: saved.message } satisfies ProfileState });
    });
  const submit = async (data: FormData) => {
    const { value, problem: refusal } = await checkForm(
      profileForm,
      dropUnchanged(Object.fromEntries(data), profile),
    );
    if (!value) return refuse(refusal);
    return save(value);
  };
  return (
    <>
      {conflictPanel && <div>{conflictPanel}</div>}
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={problem}
        onSubmit={(data) => void submit(data)}
        onValues={draft.save}
      >
        <ProfileFields current={profile} values={{ ...profile, ...draft.values }} />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {profileLabels.save}
          </Button>
          <LinkButton to={profilePath} variant="secondary">
            {profileLabels.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}

/** The current password is only required if the e-mail changes. */
function ProfileFields({
  current,
  values,
}: {
  current: Profile;
  values: Record<string, unknown> & Profile;
}) {
  const [email, setEmail] = useState(values.email);
  const isNewEmail = normaliseEmail(email) !== normaliseEmail(current.email);
  return (
    <>
      <PersonFields values={values} isProfile onEmail={setEmail} />
      {isNewEmail && (
        <PasswordField
          label={profileLabels.currentPassword}
          name="current_password"
          hint={profileLabels.currentPasswordHint}
          autoComplete="current-password"
        />
      )}
    </>
  );
}

function compareProfiles(theirs: Profile, mine: UpdateProfileInput): Difference[] {
  const names = Object.keys(PERSON_LABELS) as (keyof Person)[];
  return onlyDifferent(
    names.map((name) => ({
      label: PERSON_LABELS[name],
      theirs: theirs[name],
      mine: mine[name] ?? theirs[name],
    })),
  );
}
