import { paths } from '#app/paths.ts';
import { EditProfile } from '#app/features/accounts/profile/edit-profile.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';

export const meta = () => [{ title: accountLabels.editTitle }];

/** /dashboard/edit-profile */
export default function EditOwnProfile() {
  return <EditProfile profilePath={paths.applicantProfile} />;
}
