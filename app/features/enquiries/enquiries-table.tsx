import { Link } from 'react-router';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import rowCss from '#app/lists/row-table.module.css';
import { EmailText } from '#app/ui/email-text.tsx';
import type { Column } from '#app/lists/data-table.tsx';
import { RowActions } from '#app/lists/row-actions.tsx';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { AnsweredToggle } from './answered-toggle.tsx';
import { enquiryLabels, nameOf, replyAddress } from './labels.ts';

const columns: Column<Enquiry>[] = [
  {
    key: 'last_name',
    label: enquiryLabels.name,
    isTitle: true,
    isSortable: true,
    cell: (row) => <Link to={paths.enquiry({ id: row.id })}>{nameOf(row)}</Link>,
  },
  {
    key: 'email',
    label: enquiryLabels.email,
    width: '19%',
    className: rowCss.whole,
    isWideOnly: true,
    cell: (row) => <EmailText address={row.email} />,
  },
  {
    key: 'message',
    label: enquiryLabels.message,
    width: '17%',
    onCard: 'rest',
    cell: (row) => <span className={rowCss.cut}>{row.message}</span>,
  },
  {
    key: 'is_answered',
    label: enquiryLabels.status,
    width: '8rem',
    cell: (row) => (
      <Badge tone={row.is_answered ? 'good' : 'wait'}>
        {row.is_answered ? enquiryLabels.answered : enquiryLabels.open}
      </Badge>
    ),
  },
  { ...createdColumn(enquiryLabels.received), isWideOnly: true },
  {
    key: 'actions',
    label: listLabels.actions,
    width: '11.4rem',
    onCard: 'foot',
    cell: (row) => (
      <RowActions name={nameOf(row)}>
        <LinkButton
          href={replyAddress(row.email, site.name)}
          variant="quiet"
          isSmall
          aria-label={`${enquiryLabels.reply}: ${nameOf(row)}`}
        >
          {enquiryLabels.replyShort}
        </LinkButton>
        <AnsweredToggle enquiry={row} isShort variant="quiet" isSmall />
      </RowActions>
    ),
  },
];

/** Each row links to its enquiry. */
export function EnquiriesTable({ rows, isStale }: { rows: readonly Enquiry[]; isStale: boolean }) {
  return (
    <RowTable caption={enquiryLabels.caption} columns={columns} rows={rows} isStale={isStale} />
  );
}
