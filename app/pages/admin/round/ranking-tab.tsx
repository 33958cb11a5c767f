import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import type { RankedEntry } from '#domain/judging/ranking-schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useDownload } from '#app/api/use-download.ts';
import { useProfile } from '#app/session/use-session.ts';
import { pickParameters } from '#app/paths.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FindLine, type Filter } from './find-line.tsx';
import ranking from './ranking.module.css';
import { RankingTable } from './ranking-table.tsx';
import { describeTotal, rankingLabels as labels } from './result-labels.ts';
import { ReviewsDialog } from './reviews-dialog.tsx';
import css from './round.module.css';
import { isOver, type PartProps } from './tabs.ts';
import { useRankingKeys } from './use-ranking-keys.ts';

const FILTERS: readonly Filter[] = [
  { label: labels.all, query: {} },
  { label: labels.near, query: { is_near: 'true' } },
  { label: labels.short, query: { flag: 'short' } },
  { label: labels.wide, query: { flag: 'wide' } },
];

/** By score, with the line and what is near it; seen once the round is closed. */
export default function RankingTab(props: PartProps) {
  if (!isOver(props.round.state)) return <EmptyState message={labels.tooEarly} />;
  return <Ranking {...props} />;
}

function Ranking({ round }: PartProps) {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'is_near', 'flag']);
  const isAdmin = useProfile().role === 'admin';
  const [read, setRead] = useState<RankedEntry | null>(null);
  const { data: summary } = useQuery({
    queryKey: [queryKeys.rounds, 'summary', round.id],
    queryFn: ({ signal }) => resultCalls.summarise(round.id, { signal }),
  });
  const list = useList({
    noun: queryKeys.rounds,
    query: { ...query, ranked: round.id },
    pageSize: PAGING.ranking,
    fetchPage: ({ ranked: _, ...page }, signal) => resultCalls.rank(round.id, page, { signal }),
  });
  useRankingKeys(round, list.rows, isAdmin ? setRead : undefined);
  const isWhole = Object.keys(query).length === 0;
  return (
    <>
      <ListView
        list={list}
        label={labels.loading}
        describeTotal={describeTotal}
        beside={<FindLine label={labels.filters} hint={labels.searchHint} filters={FILTERS} />}
        empty={<EmptyState message={isWhole ? labels.none : labels.noMatch} />}
      >
        {(rows) => (
          <RankingTable
            rows={rows}
            places={isWhole ? round.places : null}
            isStale={list.isStale}
            onRead={isAdmin ? setRead : undefined}
          />
        )}
      </ListView>
      <div className={`${css.line} row`}>
        {summary && <p>{labels.summary(summary.places, summary.line)}</p>}
        {round.state === 'closed' && <p className={`${ranking.keys} note`}>{labels.keys}</p>}
        {isAdmin && <Export id={round.id} />}
      </div>
      {read && <ReviewsDialog round={round} entry={read} onClose={() => setRead(null)} />}
    </>
  );
}

function Export({ id }: { id: string }) {
  const { isBusy, url, problem, start } = useDownload(
    () => resultCalls.linkToRanking(id),
    labels.exportFailed,
  );
  return (
    <>
      <Button variant="secondary" isSmall isBusy={isBusy} onClick={() => void start()}>
        {labels.export}
      </Button>
      {problem && <p role="alert">{problem}</p>}
      {url && <DownloadReady url={url} />}
    </>
  );
}
