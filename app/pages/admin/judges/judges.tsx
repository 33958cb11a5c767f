import { PAGING } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { JudgesTable } from '#app/features/judges/desk/judges-table.tsx';
import {
  ACTIVE_OPTIONS,
  describeTotal,
  judgeLabels as labels,
  SORTS,
  STATE_OPTIONS,
} from '#app/features/judges/desk/labels.ts';
import { fetchJudges } from '#app/features/judges/desk/use-judges.ts';
import { useRoundChoices } from '#app/features/rounds/desk/use-every-round.ts';
import type { Choice } from '#app/lists/list-filters.tsx';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: labels.title }];

const CHOICES: Choice[] = [
  { name: 'state', label: labels.state, options: STATE_OPTIONS },
  { name: 'region', label: labels.region, options: REGIONS },
  { name: 'is_active', label: labels.account, options: ACTIVE_OPTIONS },
];

/** /dashboard/admin/judges: those who were invited, newest first. */
export default function Judges() {
  const rounds = useRoundChoices();
  const invite = <LinkButton to={paths.inviteJudge}>{labels.invite}</LinkButton>;
  return (
    <ListScreen
      title={labels.title}
      actions={invite}
      noun={queryKeys.judges}
      label="judges"
      fetchPage={fetchJudges}
      pageSize={PAGING.judges}
      filters={{
        placeholder: labels.searchHint,
        choices: [...CHOICES, { name: 'round_id', label: labels.round, options: rounds }],
        sorts: SORTS,
      }}
      describeTotal={describeTotal}
      noMatch={labels.noMatch}
      none={labels.none}
    >
      {(rows, { isStale }) => <JudgesTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
