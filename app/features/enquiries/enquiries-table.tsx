import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { paths } from '#app/paths.ts';
import rowCss from '#app/lists/row-table.module.css';
import { EmailText } from '#app/ui/email-text.tsx';
import { DataTable, type Column } from '#app/lists/data-table.tsx';
import { enquiryLabels } from './labels.ts';

const columns: Column<Enquiry>[] = [
  {
    key: 'last_name',
    label: enquiryLabels.name,
    isTitle: true,
    isSortable: true,
    cell: (row) => (
      <Link to={paths.enquiry({ id: row.id })}>{`${row.first_name} ${row.last_name}`}</Link>
    ),
  },
  {
    key: 'email',
    label: enquiryLabels.email,
    width: '27%',
    cell: (row) => <EmailText address={row.email} />,
  },
  {
    key: 'message',
    label: enquiryLabels.message,
    width: '40%',
    cell: (row) => <span className={rowCss.cut}>{row.message}</span>,
  },
  {
    key: 'created_at',
    label: enquiryLabels.received,
    width: '6.2rem',
    isSortable: true,
    cell: (row) => <time dateTime={row.created_at}>{formatShortDate(row.created_at)}</time>,
  },
];

/** Each row leads to its enquiry. */
export function EnquiriesTable({ rows, isStale }: { rows: readonly Enquiry[]; isStale: boolean }) {
  return (
    <div className={rowCss.table}>
      <DataTable
        caption={enquiryLabels.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        defaultSort="-created_at"
        isStale={isStale}
      />
    </div>
  );
}
