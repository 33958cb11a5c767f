import { Link } from 'react-router';
import { formatShortDateTime } from '#domain/dates.ts';
import { comingOpening, describeDeadline, PROGRAM } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import { RowTable } from '#app/lists/row-table.tsx';
import { Badge } from '#app/ui/badge.tsx';
import type { Column } from '#app/lists/data-table.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { api } from '#app/api/browser.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { programLabels, describeProposals } from './labels.ts';
import { useProgramChanges } from './use-programs.ts';

const columns: Column<Program>[] = [
  {
    key: 'title',
    label: programLabels.program,
    isTitle: true,
    isSortable: true,
    cell: (program) => <Link to={paths.editProgram({ id: program.id })}>{program.title}</Link>,
  },
  {
    key: 'sector',
    label: programLabels.sector,
    width: '11rem',
    isWideOnly: true,
    isSortable: true,
    cell: (program) => program.sector,
  },
  {
    key: 'deadline_date',
    label: programLabels.deadline,
    width: '8.4rem',
    isSortable: true,
    cell: (program) => (
      <time dateTime={program.deadline_date}>{formatShortDateTime(program.deadline_date)}</time>
    ),
  },
  {
    key: 'state',
    label: programLabels.state,
    width: 'clamp(6.8rem, 14vw, 11rem)',
    cell: (program) => (
      <>
        <Badge tone={program.is_open ? 'good' : 'plain'}>
          {describeState(program, serverNow())}
        </Badge>{' '}
        {program.is_open && Boolean(program.drafts) && (
          <small className="note">{programLabels.drafts(program.drafts!)}</small>
        )}
        {program.announces === 'together' && Boolean(program.unannounced) && (
          <Link className="note" to={paths.announcing({ id: program.id })}>
            {programLabels.unannounced(program.unannounced!)}
          </Link>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    label: programLabels.actions,
    width: '13.5rem',
    onCard: 'foot',
    cell: (program) => <Actions program={program} />,
  },
];

/** Who sees it, whether it is still to open, or what is left until its deadline. */
function describeState(program: Program, now: Date): string {
  if (program.ended_at) return programLabels.ended;
  if (!program.is_public) return programLabels.hidden;
  return comingOpening(program, now)
    ? programLabels.notOpenYet
    : describeDeadline(new Date(program.deadline_date), now);
}

function Actions({ program }: { program: Program }) {
  if (useProfile().role !== 'admin')
    return <RowActions name={program.title} editPath={paths.editProgram({ id: program.id })} />;
  return (
    <RowActions name={program.title} editPath={paths.editProgram({ id: program.id })}>
      <LinkButton
        to={paths.submissions({ program_id: program.id })}
        variant="quiet"
        isSmall
        aria-label={`${programLabels.submissions}: ${program.title}`}
      >
        {programLabels.submissions}
      </LinkButton>
      <DeleteProgram program={program} />
    </RowActions>
  );
}

export function ProgramsTable({ rows, isStale }: { rows: readonly Program[]; isStale: boolean }) {
  return (
    <RowTable
      caption={programLabels.caption}
      columns={columns}
      rows={rows}
      isStale={isStale}
      defaultSort="-deadline_date"
    />
  );
}

/** A program with proposals cannot be deleted, which is said before asking for confirmation. */
function DeleteProgram({ program }: { program: Program }) {
  const { remove } = useProgramChanges();
  return (
    <DeleteButton
      name={program.title}
      question={programLabels.deleteText}
      done={PROGRAM.deleted}
      variant="quiet"
      isSmall
      refuse={async () => {
        const { total } = await api.listAllProposals({ program_id: program.id, limit: 0 });
        return total > 0 ? describeProposals(total) : null;
      }}
      remove={() => remove(program.id)}
    />
  );
}
