import { paths } from '#app/paths.ts';
import { EditProfile } from '#app/features/accounts/profile/edit-profile.tsx';
import { words } from '#app/features/accounts/words.ts';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/edit-profile */
export default function EditOwnProfile() {
  return <EditProfile profilePath={paths.applicantProfile} />;
}
