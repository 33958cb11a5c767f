import { useEffect } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { CreateTemplateInput, DeclineTemplate } from '#domain/reviews/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { useDraft, type FormDraft } from '#app/editing/use-draft.ts';
import { saveByVersion } from '#app/editing/save-by-version.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useProfile } from '#app/session/use-session.ts';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Form, MAIN_FORM } from '#app/ui/form.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
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
  const { create } = useTemplateChanges();
  const draft = useDraft('template:new', useProfile().id);
  const call = useFormSubmit(submissionLabels.templateFailed);
  const submit = (input: CreateTemplateInput) =>
    void call.run(async () => {
      await create(input);
      draft.clear();
      toast.success(labels.saved);
      props.onClose();
    });
  return <Fields {...props} draft={draft} call={call} onSubmit={submit} />;
}

/** Edits a reason. If somebody else has saved it, both versions are shown side by side. */
export function EditReasonForm({ id, ...props }: Props & { id: string }) {
  const { data: reason, error, isPending, refetch } = useTemplate(id);
  if (isPending) return <Skeleton label={labels.edit} rows={4} />;
  if (!reason) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return (
    <EditedReason key={reason.etag} reason={reason} {...props} onReload={() => void refetch()} />
  );
}

type EditedProps = Props & { reason: Versioned<DeclineTemplate>; onReload: () => void };

function EditedReason({ reason, onReload, ...props }: EditedProps) {
  const { update } = useTemplateChanges();
  const { draft, call, submit, conflictPanel } = useEditForm<DeclineTemplate, CreateTemplateInput>({
    draftName: `template:${reason.id}`,
    current: reason,
    save: (mine, basis) => saveChanges(mine, basis, update),
    fetchFresh: () => desk.getTemplate(reason.id),
    compare,
    fallback: submissionLabels.templateFailed,
    onSaved: async () => {
      toast.success(labels.saved);
      props.onClose();
    },
    onReload,
  });
  return (
    <>
      {conflictPanel}
      <Fields {...props} values={reason} draft={draft} call={call} onSubmit={submit} />
    </>
  );
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

const compare = (theirs: DeclineTemplate, mine: CreateTemplateInput) =>
  onlyDifferent([
    { label: labels.name, theirs: theirs.title, mine: mine.title },
    { label: labels.text, theirs: theirs.text, mine: mine.text },
  ]);

type FieldProps = Props & {
  values?: CreateTemplateInput;
  draft: FormDraft;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (input: CreateTemplateInput) => void;
};

function Fields({
  values,
  draft,
  call: { problem, isBusy },
  onSubmit,
  onBusy,
  onClose,
}: FieldProps) {
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={problem}
        onSubmit={(data) =>
          onSubmit({ title: String(data.get('title')), text: String(data.get('text')) })
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
