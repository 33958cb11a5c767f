import { paths } from '#app/paths.ts';
import { describeTotal, templateLabels as labels } from '#app/features/mailings/template-labels.ts';
import { TemplatesTable } from '#app/features/mailings/templates-table.tsx';
import { useMailTemplates } from '#app/features/mailings/use-mail-templates.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Waiting } from '#app/ui/waiting.tsx';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/mail-templates: what mailings, approvals and corrections can start from. */
export default function MailTemplates() {
  const query = useMailTemplates();
  const { data: templates } = query;
  const create = <LinkButton to={paths.createMailTemplate}>{labels.create}</LinkButton>;
  return (
    <>
      <PageHeading
        title={labels.title}
        back={{ to: paths.mailings, label: labels.toMailings }}
        actions={
          <>
            {create}
            <LinkButton to={paths.declineTemplates} variant="secondary">
              {labels.reasons}
            </LinkButton>
          </>
        }
      />
      <p>{labels.lead}</p>
      <Waiting query={query} label={labels.title} rows={4} isList />
      {templates?.length === 0 && <EmptyState message={labels.none} />}
      {templates && templates.length > 0 && (
        <>
          <p role="status">{describeTotal(templates.length)}</p>
          <TemplatesTable rows={templates} />
        </>
      )}
    </>
  );
}
