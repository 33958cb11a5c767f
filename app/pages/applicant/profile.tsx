import { paths } from '#app/paths.ts';
import { OwnAccountView } from '#app/features/accounts/profile/own-account-view.tsx';
import { ProfileView } from '#app/features/accounts/profile/profile-view.tsx';
import { profileLabels } from '#app/features/accounts/profile/labels.ts';

export const meta = () => [{ title: profileLabels.profileTitle }];

/** /dashboard/profile */
export default function Profile() {
  return (
    <>
      <ProfileView editPath={paths.editApplicantProfile} />
      <OwnAccountView />
    </>
  );
}
