import { useEffect } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { CreateTemplateInput, DeclineTemplate } from '#domain/reviews/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { compareFields } from '#app/editing/form/edit-conflict.tsx';
import { useCreateForm, useEditForm, type ItemForm } from '#app/editing/form/use-edit-form.tsx';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { saveByVersion } from '#app/editing/save-by-version.ts';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { Form, MAIN_FORM } from '#app/ui/form.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { desk } from './desk-calls.ts';
import { reasonLabels as labels, submissionLabels } from './labels.ts';
import { useTemplate, useTemplateChanges } from './use-templates.ts';

type Props = {
  /** While a request is running, the dialog around the form stays open. */
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
};

/** Adds a reason for declining. */
export function CreateReasonForm(props: Props) {
  const form = useCreateForm({
    draftName: 'template:new',
    create: useTemplateChanges().create,
    fallback: submissionLabels.templateFailed,
    done: labels.saved,
    next: props.onClose,
  });
  return <Fields {...props} form={form} />;
}

/** Edits a reason. If somebody else has saved it, both versions are shown side by side. */
export function EditReasonForm({ id, ...props }: Props & { id: string }) {
  const query = useTemplate(id);
  const { data: reason, refetch } = query;
  if (!reason) return <Waiting query={query} label={labels.edit} rows={4} />;
  return (
    <EditedReason key={reason.etag} reason={reason} {...props} onReload={() => void refetch()} />
  );
}

type EditedProps = Props & { reason: Versioned<DeclineTemplate>; onReload: () => void };

function EditedReason({ reason, onReload, ...props }: EditedProps) {
  const { update } = useTemplateChanges();
  const form = useEditForm({
    draftName: `template:${reason.id}`,
    current: reason,
    save: (mine: CreateTemplateInput, basis) => saveChanges(mine, basis, update),
    fetchFresh: () => desk.getTemplate(reason.id),
    compare,
    fallback: submissionLabels.templateFailed,
    done: labels.saved,
    next: props.onClose,
    onReload,
  });
  return <Fields {...props} values={reason} form={form} />;
}

/**
 * Sends only what the person has changed, again if others have changed something else meanwhile.
 * Throws the refusal if it is the same field.
 */
function saveChanges(
  mine: CreateTemplateInput,
  basis: Versioned<DeclineTemplate>,
  update: ReturnType<typeof useTemplateChanges>['update'],
) {
  const names = FIELDS.filter((name) => mine[name] !== basis[name]);
  const changes = Object.fromEntries(names.map((name) => [name, mine[name]]));
  return saveByVersion(
    () => update(basis.id, changes, basis.etag),
    async (refusal) => {
      const fresh = await desk.getTemplate(basis.id);
      if (names.some((name) => fresh[name] !== basis[name])) throw refusal;
      return update(basis.id, changes, fresh.etag);
    },
  );
}

const FIELDS = ['title', 'text'] as const;

const compare = compareFields<DeclineTemplate, CreateTemplateInput>(
  [labels.name, ({ title }) => title],
  [labels.text, ({ text }) => text],
);

type FieldProps = Props & {
  values?: CreateTemplateInput;
  form: ItemForm<CreateTemplateInput>;
};

function Fields({ values, form, onBusy, onClose }: FieldProps) {
  const { draft, call, submit, conflictPanel } = form;
  const { problem, isBusy } = call;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  return (
    <>
      {conflictPanel && <div>{conflictPanel}</div>}
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={problem}
        onSubmit={(data) =>
          submit({ title: String(data.get('title')), text: String(data.get('text')) })
        }
        onValues={draft.save}
      >
        <TextField
          label={labels.name}
          name="title"
          hint={labels.nameHint}
          maxLength={LENGTHS.title}
          autoComplete="off"
          defaultValue={draft.values['title'] ?? values?.title}
        />
        <TextAreaField
          label={labels.text}
          name="text"
          maxLength={LENGTHS.reason}
          defaultValue={draft.values['text'] ?? values?.text}
        />
        <DialogFormActions
          cancel={labels.cancel}
          submit={labels.save}
          isBusy={isBusy}
          onClose={onClose}
        />
      </Form>
    </>
  );
}
