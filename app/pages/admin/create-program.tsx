import { CreateProgramForm } from '#app/features/programs/form/create-form.tsx';
import { words } from '#app/features/programs/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: words.createTitle }];

/** /dashboard/admin/manage-proposals/create */
export default function CreateProgram() {
  return (
    <>
      <PageHeading title={words.createTitle} />
      <CreateProgramForm />
    </>
  );
}
