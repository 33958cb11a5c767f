import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
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
import { ClearFilters, ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: labels.title }];

const CHOICES = [
  { name: 'state', label: labels.state, options: STATE_OPTIONS },
  { name: 'region', label: labels.region, options: REGIONS },
  { name: 'is_active', label: labels.account, options: ACTIVE_OPTIONS },
] as const;
const FILTERS = ['q', 'state', 'region', 'round_id', 'is_active'];

/** /dashboard/admin/judges: those who were invited, newest first. */
export default function Judges() {
  const [search] = useSearchParams();
  const rounds = useRoundChoices();
  const list = useList({
    noun: queryKeys.judges,
    query: pickParameters(search, [...FILTERS, 'sort']),
    pageSize: PAGING.judges,
    fetchPage: fetchJudges,
  });
  const isFiltered = Object.keys(pickParameters(search, FILTERS)).length > 0;
  const invite = <LinkButton to={paths.inviteJudge}>{labels.invite}</LinkButton>;
  return (
    <>
      <PageHeading title={labels.title} actions={invite} />
      <ListFilters
        placeholder={labels.searchHint}
        choices={[...CHOICES, { name: 'round_id', label: labels.round, options: rounds }]}
        sorts={SORTS}
      />
      <ListView
        list={list}
        label="judges"
        describeTotal={describeTotal}
        empty={
          isFiltered ? (
            <EmptyState message={labels.noMatch} action={<ClearFilters />} />
          ) : (
            <EmptyState message={labels.none} />
          )
        }
        reset={<ClearFilters />}
      >
        {(rows) => <JudgesTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
