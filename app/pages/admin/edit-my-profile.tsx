import { paths } from '#app/paths.ts';
import { EditProfile } from '#app/features/accounts/profile/edit-profile.tsx';
import { accountLabels } from '#app/features/accounts/labels.ts';

export const meta = () => [{ title: accountLabels.editTitle }];

/** /dashboard/edit-my-profile */
export default function EditMyProfile() {
  return <EditProfile profilePath={paths.adminProfile} />;
}
