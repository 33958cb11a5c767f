import { EditProfile } from '#app/features/accounts/edit-profile.tsx';
import { words } from '#app/features/accounts/words.ts';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/edit-my-profile */
export default function EditMyProfile() {
  return <EditProfile profilePath="/dashboard/my-profile" />;
}
