import { useState } from 'react';
import type { DeclineTemplate } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { useTemplateChanges, useTemplates } from '#app/features/submissions/use-templates.ts';
import { reasonLabels as labels } from '#app/features/submissions/labels.ts';
import { CreateReasonForm, EditReasonForm } from '#app/features/submissions/reason-form.tsx';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Waiting } from '#app/ui/waiting.tsx';

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
      <Waiting query={query} label={labels.title} rows={4} isList />
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
      onCard: 'rest',
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
  const [isBusy, setBusy] = useState(false);
  const isNew = edited === 'new';
  const form = { onBusy: setBusy, onClose };
  return (
    <Dialog
      title={isNew ? labels.create : labels.edit}
      isOpen={edited !== null}
      isBusy={isBusy}
      onClose={onClose}
      actions={null}
    >
      {isNew && <CreateReasonForm {...form} />}
      {edited && !isNew && <EditReasonForm key={edited.id} id={edited.id} {...form} />}
    </Dialog>
  );
}
