import { paths } from '#app/paths.ts';
import { CreateProgramForm } from '#app/features/programs/form/create-form.tsx';
import { programLabels } from '#app/features/programs/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: programLabels.createTitle }];

/** /dashboard/admin/manage-proposals/create */
export default function CreateProgram() {
  return (
    <>
      <PageHeading
        title={programLabels.createTitle}
        back={{ to: paths.programs, label: programLabels.back }}
      />
      <CreateProgramForm />
    </>
  );
}
