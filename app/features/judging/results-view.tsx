import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Result } from '#domain/judging/record-schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { transport } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { apiPath, readPage, send } from '#app/api/transport.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';

/** Loaded only where there is a result. */
const ResultView = lazyPart(() => import('./result-view.tsx'));
const ResultInBrief = lazyPart(async () => ({
  default: (await import('./result-view.tsx')).ResultInBrief,
}));

/** Of the rounds that were released; empty before. */
function useResults({ id }: Proposal): readonly Result[] {
  const path = apiPath(`/proposals/${id}/results`);
  const { data } = useQuery({
    queryKey: [queryKeys.proposals, 'results', id],
    queryFn: async ({ signal }) =>
      (await readPage<Result>(await send(transport, 'GET', path, {}, { signal }))).items,
    staleTime: 0,
  });
  return data ?? [];
}

/** How the proposal did, in each round; nothing before. */
export function ResultsView({ proposal, isOwn }: { proposal: Proposal; isOwn: boolean }) {
  const results = useResults(proposal);
  if (results.length === 0) return null;
  return (
    <Suspense>
      <ResultView proposal={proposal} results={results} isOwn={isOwn} />
    </Suspense>
  );
}

/** How it did in the newest round, in a sentence, and where the rest stands. */
export function OutcomeOfRounds({ proposal }: { proposal: Proposal }) {
  const newest = useResults(proposal).at(-1);
  if (!newest) return null;
  return (
    <Suspense>
      <ResultInBrief result={newest} />
    </Suspense>
  );
}
