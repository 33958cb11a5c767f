import { paths } from '#app/paths.ts';
import { CreateTemplateForm } from '#app/features/mailings/form/template-form.tsx';
import { templateLabels as labels } from '#app/features/mailings/template-labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: labels.create }];

/** /dashboard/admin/mail-templates/create */
export default function CreateTemplate() {
  return (
    <>
      <PageHeading title={labels.create} back={{ to: paths.mailTemplates, label: labels.back }} />
      <CreateTemplateForm />
    </>
  );
}
