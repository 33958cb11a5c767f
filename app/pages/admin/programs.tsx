import { PAGING } from '#domain/constants.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { ProgramsTable } from '#app/features/programs/programs-table.tsx';
import { describeTotal, programLabels, SORTS } from '#app/features/programs/labels.ts';
import { useProfile } from '#app/session/use-session.ts';
import { mayOpen } from '#app/shell/screen-roles.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: programLabels.title }];

/** /dashboard/admin/manage-proposals: ten programs a page, the latest deadline first. */
export default function Programs() {
  const create = mayOpen(useProfile().role, paths.createProgram) && (
    <LinkButton to={paths.createProgram}>{programLabels.create}</LinkButton>
  );
  return (
    <ListScreen
      title={programLabels.title}
      actions={create}
      noun={queryKeys.programs}
      label="programs"
      fetchPage={(asked, signal) => api.listPrograms(asked, { signal })}
      pageSize={PAGING.programs}
      filters={{ placeholder: programLabels.searchHint, sorts: SORTS }}
      describeTotal={describeTotal}
      noMatch={programLabels.noMatch}
      none={PROGRAM.none}
    >
      {(rows, { isStale }) => <ProgramsTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
