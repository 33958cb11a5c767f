import { paths } from '#app/paths.ts';
import { OwnAccountView } from '#app/features/accounts/profile/own-account-view.tsx';
import { ProfileView } from '#app/features/accounts/profile/profile-view.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { profileLabels } from '#app/features/accounts/profile/labels.ts';

export const meta = () => [{ title: profileLabels.profileTitle }];

/** /dashboard/my-profile; only the set-up while a required second factor is missing. */
export default function MyProfile() {
  if (useProfile().second_factor_setup_required) return <OwnAccountView />;
  return (
    <>
      <ProfileView editPath={paths.editAdminProfile} />
      <OwnAccountView />
    </>
  );
}
