import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import type { Entry } from '#domain/judging/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { pickParameters } from '#app/paths.ts';
import { entryCalls } from '#app/features/rounds/desk/entry-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toast } from '#app/ui/toast.tsx';
import { EntriesTable, type EntryAction } from './entries-table.tsx';
import { EntryDialog, type EntryChange } from './entry-dialog.tsx';
import { describeTotal, entryLabels as labels, nameOf } from './labels.ts';
import { FindLine } from './find-line.tsx';
import type { PartProps } from './tabs.ts';

/** Who is in; in a draft: who would be. */
export default function EntriesTab({ round }: PartProps) {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q']);
  const [asked, setAsked] = useState<{ entry: Entry; change: EntryChange } | null>(null);
  const list = useList({
    noun: queryKeys.rounds,
    query: { ...query, round: round.id },
    pageSize: PAGING.entries,
    fetchPage: ({ round: _, ...page }, signal) => entryCalls.list(round.id, page, { signal }),
  });
  const refresh = useRoundsRefresh();
  const singleFlight = useSingleFlight();
  const change = (entry: Entry, action: EntryAction) => {
    if (action !== 'absent' && action !== 'here') return setAsked({ entry, change: action });
    return void singleFlight(async () => {
      const state = action === 'here' ? 'in' : 'absent';
      try {
        await entryCalls.update(round.id, entry.proposal_id!, { state });
        await refresh();
        toast.success((state === 'in' ? labels.isHere : labels.isAbsent)(nameOf(entry)));
      } catch (error) {
        toast.error((error as Error).message);
      }
    });
  };
  const isUnclean = list.rows.some((entry) => entry.documents_are_clean === false);
  return (
    <>
      <ListView
        list={list}
        label={labels.loading}
        describeTotal={describeTotal}
        beside={
          <FindLine label={labels.searchHint} hint={labels.searchHint}>
            {isUnclean && <p>{labels.unclean}</p>}
          </FindLine>
        }
        empty={<EmptyState message={query['q'] ? labels.noMatch : labels.none} />}
      >
        {(rows) => (
          <EntriesTable round={round} rows={rows} isStale={list.isStale} onChange={change} />
        )}
      </ListView>
      {asked && <EntryDialog round={round} {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
