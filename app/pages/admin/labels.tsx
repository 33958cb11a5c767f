import { useState } from 'react';
import { Link } from 'react-router';
import { LABEL_COLOURS, LABELS, type LabelColour } from '#domain/labels/rules.ts';
import type { Label } from '#domain/labels/schema.ts';
import { randomKey } from '#app/api/random-key.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { LabelBadge } from '#app/features/labels/label-badge.tsx';
import { describeLoss, formatColour, labelTexts } from '#app/features/labels/labels.ts';
import { useLabelChanges, useLabels } from '#app/features/labels/use-labels.ts';
import { useSummary } from '#app/features/submissions/use-summary.ts';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Form } from '#app/ui/form.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';

export const meta = () => [{ title: labelTexts.title }];

type EditTarget = Label | 'new' | null;

/** /dashboard/admin/labels: the labels that all admins share. */
export default function Labels() {
  const query = useLabels();
  const { data: labels } = query;
  const [edited, setEdited] = useState<EditTarget>(null);
  return (
    <>
      <PageHeading
        title={labelTexts.title}
        back={{ to: paths.submissions(), label: labelTexts.back }}
        actions={<Button onClick={() => setEdited('new')}>{labelTexts.create}</Button>}
      />
      <p>{labelTexts.lead}</p>
      <Waiting query={query} label={labelTexts.loading} rows={4} isList />
      {labels?.length === 0 && <EmptyState message={labelTexts.none} />}
      {labels && labels.length > 0 && <LabelTable rows={labels} onEdit={setEdited} />}
      <EditDialog edited={edited} onClose={() => setEdited(null)} />
    </>
  );
}

/** By id; undefined until it is known. */
function useCounts(): ((id: string) => number) | undefined {
  const { data } = useSummary();
  return data && ((id) => data.label.find((one) => one.id === id)?.count ?? 0);
}

type TableProps = { rows: readonly Label[]; onEdit: (row: Label) => void };

function LabelTable({ rows, onEdit }: TableProps) {
  const { remove } = useLabelChanges();
  const countOf = useCounts();
  const columns: Column<Label>[] = [
    {
      key: 'name',
      label: labelTexts.name,
      isTitle: true,
      cell: (row) => <LabelBadge label={row} />,
    },
    {
      key: 'colour',
      label: labelTexts.colour,
      width: '8rem',
      cell: (row) => formatColour(row.colour),
    },
    {
      key: 'proposals',
      label: labelTexts.proposals,
      onCard: 'named',
      width: '8rem',
      cell: ({ id }) =>
        countOf && (
          <Link to={paths.submissions({ label: id })}>{countOf(id).toLocaleString('en-GB')}</Link>
        ),
    },
    {
      key: 'actions',
      label: listLabels.actions,
      width: '8rem',
      onCard: 'foot',
      cell: (row) => (
        <RowActions name={row.name}>
          <Button
            variant="quiet"
            isSmall
            aria-label={`${listLabels.edit}: ${row.name}`}
            onClick={() => onEdit(row)}
          >
            {listLabels.edit}
          </Button>
          <DeleteButton
            name={row.name}
            question={describeLoss(countOf?.(row.id))}
            done={labelTexts.deleted}
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
      <DataTable caption={labelTexts.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </div>
  );
}

function EditDialog({ edited, onClose }: { edited: EditTarget; onClose: () => void }) {
  const call = useFormSubmit(labelTexts.saveFailed, { too_many_labels: 'name' });
  const old = edited === 'new' || edited === null ? undefined : edited;
  const close = () => {
    call.refuse(null);
    onClose();
  };
  return (
    <Dialog
      title={old ? labelTexts.edit : labelTexts.create}
      isOpen={edited !== null}
      isBusy={call.isBusy}
      onClose={close}
      actions={null}
    >
      <LabelForm old={old} call={call} onClose={close} />
    </Dialog>
  );
}

type FormProps = {
  old: Label | undefined;
  call: ReturnType<typeof useFormSubmit>;
  onClose: () => void;
};

function LabelForm({ old, call: { problem, isBusy, run }, onClose }: FormProps) {
  const { create, update } = useLabelChanges();
  const [key] = useState(randomKey);
  const save = (data: FormData) =>
    run(async () => {
      const input = {
        name: String(data.get('name')),
        colour: String(data.get('colour')) as LabelColour,
      };
      await (old ? update(old.id, changedOf(old, input)) : create(input, key));
      toast.success(labelTexts.saved);
      onClose();
    });
  return (
    <Form problem={problem} onSubmit={(data) => void save(data)}>
      <TextField
        label={labelTexts.name}
        name="name"
        maxLength={LABELS.nameLength}
        autoComplete="off"
        defaultValue={old?.name}
      />
      <SelectField
        label={labelTexts.colour}
        name="colour"
        options={LABEL_COLOURS.map((value) => ({ value, label: formatColour(value) }))}
        defaultValue={old?.colour ?? LABEL_COLOURS[0]}
      />
      <DialogFormActions
        cancel={labelTexts.cancel}
        submit={labelTexts.save}
        isBusy={isBusy}
        onClose={onClose}
      />
    </Form>
  );
}

/** What the person left alone is not sent: another admin may have changed it meanwhile. */
const changedOf = (old: Label, { name, colour }: Omit<Label, 'id'>) => ({
  ...(name !== old.name && { name }),
  ...(colour !== old.colour && { colour }),
});
