import { paths } from '#app/paths.ts';
import { ProfileView } from '#app/features/accounts/profile/profile-view.tsx';
import { words } from '#app/features/accounts/words.ts';

export const meta = () => [{ title: words.profileTitle }];

/** /dashboard/my-profile */
export default function MyProfile() {
  return <ProfileView editPath={paths.editAdminProfile} />;
}
