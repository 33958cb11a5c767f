import { CreateAdminForm } from '#app/features/users/form/create-admin-form.tsx';
import { words } from '#app/features/users/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: words.create }];

/** /dashboard/admin/create: the Create Admin form. */
export default function CreateAdmin() {
  return (
    <>
      <PageHeading title={words.create} />
      <CreateAdminForm />
    </>
  );
}
