import { EditProfile } from '#app/features/accounts/edit-profile.tsx';
import { words } from '#app/features/accounts/words.ts';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/edit-profile */
export default function EditOwnProfile() {
  return <EditProfile profilePath="/dashboard/profile" />;
}
