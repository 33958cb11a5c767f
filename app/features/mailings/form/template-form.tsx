import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { TEMPLATE_KINDS } from '#domain/mailings/rules.ts';
import type { CreateMailTemplateInput } from '#domain/mailings/template-schema.ts';
import { MAIL_TEXTS } from '#domain/mails/placeholder-rules.ts';
import { paths } from '#app/paths.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { PlaceholderList } from '../placeholder-list.tsx';
import { KINDS, templateLabels as labels } from '../template-labels.ts';

const templateForm = lazySchema(
  async () => (await import('#domain/mailings/template-schema.ts')).createMailTemplateInput,
);

type Values = Partial<Record<keyof CreateMailTemplateInput, string>>;
type Props = {
  values: Values;
  draft: FormDraft;
  call: ReturnType<typeof useFormSubmit>;
  submitLabel: string;
  onSubmit: (input: CreateMailTemplateInput) => void;
};

/** The one form of a text: create and edit. */
export function TemplateForm({ values, draft, call, submitLabel, onSubmit }: Props) {
  return (
    <DraftForm
      draft={draft}
      call={call}
      read={(data) => checkForm(templateForm, data)}
      onSubmit={onSubmit}
      submitLabel={submitLabel}
      cancelLabel={labels.cancel}
      cancelPath={paths.mailTemplates}
    >
      <Fields start={{ ...values, ...draft.values }} />
    </DraftForm>
  );
}

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
