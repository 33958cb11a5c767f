import { paths } from '#app/paths.ts';
import { EditProfile } from '#app/features/accounts/profile/edit-profile.tsx';
import { profileLabels } from '#app/features/accounts/profile/labels.ts';

export const meta = () => [{ title: profileLabels.editTitle }];

/** /dashboard/edit-profile */
export default function EditOwnProfile() {
  return <EditProfile profilePath={paths.applicantProfile} />;
}
