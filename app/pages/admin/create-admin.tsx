import { paths } from '#app/paths.ts';
import { CreateAdminForm } from '#app/features/users/form/create-admin-form.tsx';
import { userLabels } from '#app/features/users/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: userLabels.create }];

/** /dashboard/admin/create: the Create Admin form. */
export default function CreateAdmin() {
  return (
    <>
      <PageHeading title={userLabels.create} back={{ to: paths.users(), label: userLabels.back }} />
      <CreateAdminForm />
    </>
  );
}
