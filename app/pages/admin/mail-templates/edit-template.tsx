import { paths } from '#app/paths.ts';
import { EditTemplateForm } from '#app/features/mailings/form/edit-form.tsx';
import { templateLabels as labels } from '#app/features/mailings/template-labels.ts';
import { useMailTemplate } from '#app/features/mailings/use-mail-templates.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-template';

export const meta = () => [{ title: labels.editTitle }];

/** /dashboard/admin/mail-templates/{id}/edit */
export default function EditTemplate({ params: { id } }: Route.ComponentProps) {
  const { data: template, error, isPending, refetch } = useMailTemplate(id);
  if (isMissing(error))
    return <NotFoundState title={error.message} to={paths.mailTemplates} label={labels.back} />;
  return (
    <>
      <PageHeading title={labels.editTitle} />
      {isPending && <Skeleton label={labels.loading} />}
      {error && !template && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {template && (
        <EditTemplateForm key={template.etag} template={template} onReload={() => void refetch()} />
      )}
    </>
  );
}
