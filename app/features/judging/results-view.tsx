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

/** How the proposal did in the rounds that were released; nothing before. */
export function ResultsView({ proposal }: { proposal: Proposal }) {
  const path = apiPath(`/proposals/${proposal.id}/results`);
  const { data: results } = useQuery({
    queryKey: [queryKeys.proposals, 'results', proposal.id],
    queryFn: async ({ signal }) =>
      (await readPage<Result>(await send(transport, 'GET', path, {}, { signal }))).items,
    staleTime: 0,
  });
  if (!results || results.length === 0) return null;
  return (
    <Suspense>
      <ResultView proposal={proposal} results={results} />
    </Suspense>
  );
}
