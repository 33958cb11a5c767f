import { useNavigate } from 'react-router';
import type { CreateMailTemplateInput, MailTemplate } from '#domain/mailings/template-schema.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { toast } from '#app/ui/toast.tsx';
import { mailTemplates } from '../template-calls.ts';
import { KINDS, templateLabels as labels } from '../template-labels.ts';
import { useMailTemplateChanges } from '../use-mail-templates.ts';
import { TemplateForm } from './template-form.tsx';

type Props = {
  template: Versioned<MailTemplate>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Edits a text. If somebody else has saved it, both versions are shown side by side. */
export function EditTemplateForm({ template, onReload }: Props) {
  const navigate = useNavigate();
  const { update } = useMailTemplateChanges();
  const { draft, call, submit, conflictPanel } = useEditForm<MailTemplate, CreateMailTemplateInput>(
    {
      draftName: `mail-template:${template.id}`,
      current: template,
      save: (mine, { etag }) => update(template.id, mine, etag),
      fetchFresh: () => mailTemplates.get(template.id),
      compare,
      fallback: labels.saveFailed,
      onSaved: async () => {
        toast.success(labels.saved);
        await navigate(paths.mailTemplates);
      },
      onReload,
    },
  );
  return (
    <>
      {conflictPanel}
      <TemplateForm
        values={template}
        draft={draft}
        call={call}
        submitLabel={labels.save}
        onSubmit={submit}
      />
    </>
  );
}

const compare = (theirs: MailTemplate, mine: CreateMailTemplateInput) =>
  onlyDifferent([
    { label: labels.name, theirs: theirs.name, mine: mine.name },
    { label: labels.kind, theirs: KINDS[theirs.kind], mine: KINDS[mine.kind] },
    { label: labels.subject, theirs: theirs.subject, mine: mine.subject },
    { label: labels.text, theirs: theirs.text, mine: mine.text },
  ]);
