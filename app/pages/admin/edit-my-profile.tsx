import { paths } from '#app/paths.ts';
import { EditProfile } from '#app/features/accounts/profile/edit-profile.tsx';
import { words } from '#app/features/accounts/words.ts';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/edit-my-profile */
export default function EditMyProfile() {
  return <EditProfile profilePath={paths.adminProfile} />;
}
