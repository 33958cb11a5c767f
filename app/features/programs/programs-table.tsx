import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import { describeDeadline } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { PROGRAMS_PATH } from '#app/features/lists/places.ts';
import { RowActions } from '#app/features/lists/row-actions.tsx';
import rowCss from '#app/features/lists/row-table.module.css';
import { submissionsPath } from '#app/features/submissions/filters.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DataTable, type Column } from '#app/ui/data-table.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { DeleteProgram } from './delete-program.tsx';
import css from './programs-table.module.css';
import { words } from './words.ts';

export const CREATE_PATH = `${PROGRAMS_PATH}/create`;
const editPath = (id: string): string =>
  `/dashboard/admin/proposals/${encodeURIComponent(id)}/edit`;

const columns: Column<Program>[] = [
  {
    key: 'title',
    label: words.program,
    isTitle: true,
    isSortable: true,
    cell: (program) => <Link to={editPath(program.id)}>{program.title}</Link>,
  },
  { key: 'sector', label: words.sector, isSortable: true, cell: (program) => program.sector },
  {
    key: 'deadline_date',
    label: words.deadline,
    isSortable: true,
    cell: (program) => (
      <time dateTime={program.deadline_date}>{formatShortDateTime(program.deadline_date)}</time>
    ),
  },
  {
    key: 'state',
    label: words.state,
    cell: (program) => (
      <Badge tone={program.is_open ? 'good' : 'plain'}>
        {describeDeadline(new Date(program.deadline_date), new Date())}
      </Badge>
    ),
  },
  {
    key: 'actions',
    label: words.actions,
    onCard: 'foot',
    cell: (program) => <Actions program={program} />,
  },
];

function Actions({ program }: { program: Program }) {
  return (
    <RowActions name={program.title} editPath={editPath(program.id)}>
      <LinkButton
        to={submissionsPath({ program_id: program.id })}
        variant="quiet"
        isSmall
        aria-label={`${words.submissions}: ${program.title}`}
      >
        {words.submissions}
      </LinkButton>
      <DeleteProgram program={program} />
    </RowActions>
  );
}

export function ProgramsTable({ rows, isStale }: { rows: readonly Program[]; isStale: boolean }) {
  return (
    <div className={`${rowCss.table} ${css.table}`}>
      <DataTable
        caption={words.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        defaultSort="-deadline_date"
        isStale={isStale}
      />
    </div>
  );
}
