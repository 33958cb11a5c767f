import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { TEMPLATE_KINDS } from '#domain/mailings/rules.ts';
import type { CreateMailTemplateInput, MailTemplate } from '#domain/mailings/template-schema.ts';
import { MAIL_TEXTS } from '#domain/mails/placeholder-rules.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { compareFields } from '#app/editing/form/edit-conflict.tsx';
import { useCreateForm, useEditForm, type ItemForm } from '#app/editing/form/use-edit-form.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { PlaceholderList } from '../placeholder-list.tsx';
import { mailTemplates } from '../template-calls.ts';
import { KINDS, templateLabels as labels } from '../template-labels.ts';
import { useMailTemplateChanges } from '../use-mail-templates.ts';

const templateForm = lazySchema(
  async () => (await import('#domain/mailings/template-schema.ts')).createMailTemplateInput,
);

type Values = Partial<Record<keyof CreateMailTemplateInput, string>>;

export function CreateTemplateForm() {
  const form = useCreateForm({
    draftName: 'mail-template:new',
    create: useMailTemplateChanges().create,
    fallback: labels.saveFailed,
    done: labels.saved,
    next: () => paths.mailTemplates,
  });
  return <TemplateForm values={{}} form={form} submitLabel={labels.create} />;
}

type EditProps = {
  template: Versioned<MailTemplate>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

export function EditTemplateForm({ template, onReload }: EditProps) {
  const { update } = useMailTemplateChanges();
  const form = useEditForm({
    draftName: `mail-template:${template.id}`,
    current: template,
    save: (mine: CreateMailTemplateInput, { etag }) => update(template.id, mine, etag),
    fetchFresh: () => mailTemplates.get(template.id),
    compare,
    fallback: labels.saveFailed,
    done: labels.saved,
    next: () => paths.mailTemplates,
    onReload,
  });
  return <TemplateForm values={template} form={form} submitLabel={labels.save} />;
}

const compare = compareFields<MailTemplate, CreateMailTemplateInput>(
  [labels.name, ({ name }) => name],
  [labels.kind, ({ kind }) => KINDS[kind]],
  [labels.subject, ({ subject }) => subject],
  [labels.text, ({ text }) => text],
);

type Props = { values: Values; form: ItemForm<CreateMailTemplateInput>; submitLabel: string };

const TemplateForm = ({ values, form, submitLabel }: Props) => (
  <DraftForm
    form={form}
    read={(data) => checkForm(templateForm, data)}
    submitLabel={submitLabel}
    cancelPath={paths.mailTemplates}
  >
    <Fields start={{ ...values, ...form.draft.values }} />
  </DraftForm>
);

/** Mails about decisions have a subject of their own. */
function Fields({ start }: { start: Values }) {
  const [kind, setKind] = useState(start.kind ?? '');
  return (
    <>
      <TextField
        label={labels.name}
        name="name"
        hint={labels.nameHint}
        maxLength={LENGTHS.name}
        autoComplete="off"
        defaultValue={start.name}
      />
      <SelectField
        label={labels.kind}
        name="kind"
        placeholder={labels.chooseKind}
        options={TEMPLATE_KINDS.map((value) => ({ value, label: KINDS[value] }))}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      />
      {kind === 'mailing' && (
        <TextField
          label={labels.subject}
          name="subject"
          maxLength={MAIL_TEXTS.subject}
          autoComplete="off"
          defaultValue={start.subject}
        />
      )}
      <TextAreaField
        label={labels.text}
        name="text"
        rows={12}
        maxLength={MAIL_TEXTS.text}
        defaultValue={start.text}
      />
      <PlaceholderList />
    </>
  );
}
