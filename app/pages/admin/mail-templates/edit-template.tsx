import { paths } from '#app/paths.ts';
import { EditTemplateForm } from '#app/features/mailings/form/template-form.tsx';
import { templateLabels as labels } from '#app/features/mailings/template-labels.ts';
import { useMailTemplate } from '#app/features/mailings/use-mail-templates.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import type { Route } from './+types/edit-template';

export const meta = () => [{ title: labels.editTitle }];

/** /dashboard/admin/mail-templates/{id}/edit */
export default function EditTemplate({ params: { id } }: Route.ComponentProps) {
  return (
    <ItemScreen
      item={useMailTemplate(id)}
      list={{ to: paths.mailTemplates, label: labels.back }}
      title={labels.editTitle}
      loading={labels.loading}
      isForm
    >
      {(template, reload) => (
        <EditTemplateForm key={template.etag} template={template} onReload={reload} />
      )}
    </ItemScreen>
  );
}
