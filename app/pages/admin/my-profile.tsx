import { ProfileView } from '#app/features/accounts/profile-view.tsx';
import { words } from '#app/features/accounts/words.ts';

export const meta = () => [{ title: words.profileTitle }];

/** /dashboard/my-profile */
export default function MyProfile() {
  return <ProfileView editPath="/dashboard/edit-my-profile" />;
}
