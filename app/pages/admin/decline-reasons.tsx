import { useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type {
  CreateTemplateInput,
  DeclineTemplate,
  UpdateTemplateInput,
} from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useTemplateChanges, useTemplates } from '#app/features/submissions/use-templates.ts';
import { submissionLabels } from '#app/features/submissions/labels.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Form } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';

const labels = {
  title: 'Reasons for declining',
  lead: 'Templates you can start from. Editing one doesn’t change reasons already sent.',
  create: 'Add a reason',
  texts: 'Texts for emails',
  back: 'All submissions',
  none: 'No reasons yet. Add the first one.',
  name: 'Title',
  nameHint: 'Only admins see it.',
  text: 'Reason',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Reason saved.',
  deleted: 'Reason deleted.',
  deleteQuestion: 'Decisions that were taken with it keep their words.',
  edit: 'Edit a reason',
} as const;

export const meta = () => [{ title: labels.title }];

type EditTarget = DeclineTemplate | 'new' | null;

/** /dashboard/admin/decline-reasons: the templates that all admins share. */
export default function DeclineReasons() {
  const query = useTemplates();
  const { data: templates } = query;
  const [edited, setEdited] = useState<EditTarget>(null);
  return (
    <>
      <PageHeading
        title={labels.title}
        back={{ to: paths.submissions(), label: labels.back }}
        actions={
          <>
            <Button onClick={() => setEdited('new')}>{labels.create}</Button>
            <LinkButton to={paths.mailTemplates} variant="secondary">
              {labels.texts}
            </LinkButton>
          </>
        }
      />
      <p>{labels.lead}</p>
      <Waiting query={query} label={labels.title} rows={4} />
      {templates?.length === 0 && <EmptyState message={labels.none} />}
      {templates && templates.length > 0 && <Templates rows={templates} onEdit={setEdited} />}
      <EditDialog edited={edited} onClose={() => setEdited(null)} />
    </>
  );
}

type TableProps = { rows: readonly DeclineTemplate[]; onEdit: (row: DeclineTemplate) => void };

function Templates({ rows, onEdit }: TableProps) {
  const { remove } = useTemplateChanges();
  const columns: Column<DeclineTemplate>[] = [
    { key: 'title', label: labels.name, isTitle: true, cell: (row) => row.title },
    {
      key: 'text',
      label: labels.text,
      width: '55%',
      cell: (row) => <span className={rowCss.cut}>{row.text}</span>,
    },
    {
      key: 'actions',
      label: listLabels.actions,
      width: '8rem',
      onCard: 'foot',
      cell: (row) => (
        <RowActions name={row.title}>
          <Button
            variant="quiet"
            isSmall
            aria-label={`${listLabels.edit}: ${row.title}`}
            onClick={() => onEdit(row)}
          >
            {listLabels.edit}
          </Button>
          <DeleteButton
            name={row.title}
            question={labels.deleteQuestion}
            done={labels.deleted}
            variant="quiet"
            isSmall
            remove={() => remove(row.id)}
          />
        </RowActions>
      ),
    },
  ];
  return (
    <div className={rowCss.table}>
      <DataTable caption={labels.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </div>
  );
}

function EditDialog({ edited, onClose }: { edited: EditTarget; onClose: () => void }) {
  const call = useFormSubmit(submissionLabels.templateFailed);
  const old = edited === 'new' || edited === null ? undefined : edited;
  const close = () => {
    call.refuse(null);
    onClose();
  };
  return (
    <Dialog
      title={old ? labels.edit : labels.create}
      isOpen={edited !== null}
      isBusy={call.isBusy}
      onClose={close}
      actions={null}
    >
      <TemplateForm old={old} call={call} onClose={close} />
    </Dialog>
  );
}

type FormProps = {
  old: DeclineTemplate | undefined;
  call: ReturnType<typeof useFormSubmit>;
  onClose: () => void;
};

function TemplateForm({ old, call: { problem, isBusy, run }, onClose }: FormProps) {
  const { create, update } = useTemplateChanges();
  const draft = useDraft(`template:${old?.id ?? 'new'}`, useProfile().id);
  const save = (data: FormData) =>
    run(async () => {
      const input = { title: String(data.get('title')), text: String(data.get('text')) };
      await (old ? update(old.id, changedOf(old, input)) : create(input));
      draft.clear();
      toast.success(labels.saved);
      onClose();
    });
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        key={draft.version}
        problem={problem}
        onSubmit={(data) => void save(data)}
        onValues={draft.save}
      >
        <TextField
          label={labels.name}
          name="title"
          hint={labels.nameHint}
          maxLength={LENGTHS.title}
          autoComplete="off"
          defaultValue={draft.values['title'] ?? old?.title}
        />
        <TextAreaField
          label={labels.text}
          name="text"
          maxLength={LENGTHS.reason}
          defaultValue={draft.values['text'] ?? old?.text}
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

/** What the person left alone is not sent: another admin may have changed it meanwhile. */
const changedOf = (old: DeclineTemplate, { title, text }: CreateTemplateInput) =>
  ({
    ...(title !== old.title && { title }),
    ...(text !== old.text && { text }),
  }) satisfies UpdateTemplateInput;
