import { Link } from 'react-router';
import type { MailTemplate } from '#domain/mailings/template-schema.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import type { Column } from '#app/lists/data-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import { RowTable } from '#app/lists/row-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { KINDS, templateLabels as labels } from './template-labels.ts';
import { useMailTemplateChanges } from './use-mail-templates.ts';

const columns: Column<MailTemplate>[] = [
  {
    key: 'name',
    label: labels.name,
    isTitle: true,
    cell: (row) => <Link to={paths.editMailTemplate(row)}>{row.name}</Link>,
  },
  { key: 'kind', label: labels.kind, width: '13rem', cell: (row) => KINDS[row.kind] },
  {
    key: 'text',
    label: labels.text,
    width: '36%',
    onCard: 'rest',
    isWideOnly: true,
    cell: (row) => <span className={rowCss.cut}>{row.text}</span>,
  },
  {
    key: 'actions',
    label: listLabels.actions,
    width: '8rem',
    onCard: 'foot',
    cell: (row) => <Actions template={row} />,
  },
];

export const TemplatesTable = ({ rows }: { rows: readonly MailTemplate[] }) => (
  <RowTable caption={labels.caption} columns={columns} rows={rows} isStale={false} />
);

function Actions({ template: { id, name } }: { template: MailTemplate }) {
  const { remove } = useMailTemplateChanges();
  return (
    <RowActions name={name} editPath={paths.editMailTemplate({ id })}>
      <DeleteButton
        name={name}
        question={labels.deleteQuestion}
        done={labels.deleted}
        variant="quiet"
        isSmall
        remove={() => remove(id)}
      />
    </RowActions>
  );
}
