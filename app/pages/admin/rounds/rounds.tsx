import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import {
  describeTotal,
  roundLabels as labels,
  SORTS,
  STATE_OPTIONS,
} from '#app/features/rounds/desk/labels.ts';
import { RoundsTable } from '#app/features/rounds/desk/rounds-table.tsx';
import { fetchRounds } from '#app/features/rounds/desk/use-rounds.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { ClearFilters, ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: labels.title }];

const FILTERS = ['q', 'program_id', 'state'];

/** /dashboard/admin/rounds: newest first. */
export default function Rounds() {
  const [search] = useSearchParams();
  const programs = useProgramChoices();
  const list = useList({
    noun: queryKeys.rounds,
    query: pickParameters(search, [...FILTERS, 'sort']),
    pageSize: PAGING.rounds,
    fetchPage: fetchRounds,
  });
  const isFiltered = Object.keys(pickParameters(search, FILTERS)).length > 0;
  const create = <LinkButton to={paths.createRound()}>{labels.create}</LinkButton>;
  return (
    <>
      <PageHeading title={labels.title} actions={create} />
      <ListFilters
        placeholder={labels.searchHint}
        choices={[
          { name: 'program_id', label: labels.program, options: programs },
          { name: 'state', label: labels.state, options: STATE_OPTIONS },
        ]}
        sorts={SORTS}
      />
      <ListView
        list={list}
        label="rounds"
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
        {(rows) => <RoundsTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
