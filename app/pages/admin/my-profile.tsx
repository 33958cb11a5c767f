import { paths } from '#app/paths.ts';
import { OwnAccountView } from '#app/features/accounts/profile/own-account-view.tsx';
import { ProfileView } from '#app/features/accounts/profile/profile-view.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';

export const meta = () => [{ title: accountLabels.profileTitle }];

/** /dashboard/my-profile */
export default function MyProfile() {
  return (
    <>
      <ProfileView editPath={paths.editAdminProfile} />
      <OwnAccountView />
    </>
  );
}
