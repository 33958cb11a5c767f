import { PAGING } from '#domain/constants.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useProfile } from '#app/session/use-session.ts';
import { paths } from '#app/paths.ts';
import {
  describeTotal,
  roundLabels as labels,
  SORTS,
  STATE_OPTIONS,
} from '#app/features/rounds/desk/labels.ts';
import { RoundsTable } from '#app/features/rounds/desk/rounds-table.tsx';
import { fetchRounds } from '#app/features/rounds/desk/use-rounds.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/rounds: newest first. */
export default function Rounds() {
  const programs = useProgramChoices();
  const isAdmin = useProfile().role === 'admin';
  const create = <LinkButton to={paths.createRound()}>{labels.create}</LinkButton>;
  return (
    <ListScreen
      title={labels.title}
      actions={isAdmin && create}
      noun={queryKeys.rounds}
      label="rounds"
      fetchPage={fetchRounds}
      pageSize={PAGING.rounds}
      filters={{
        placeholder: labels.searchHint,
        choices: [
          { name: 'program_id', label: labels.program, options: programs },
          // Viewers see released ones only.
          ...(isAdmin ? [{ name: 'state', label: labels.state, options: STATE_OPTIONS }] : []),
        ],
        sorts: SORTS,
      }}
      describeTotal={describeTotal}
      noMatch={labels.noMatch}
      none={isAdmin ? labels.none : labels.noneReleased}
    >
      {(rows, { isStale }) => <RoundsTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
