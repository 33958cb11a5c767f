import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import type { Decision } from '#domain/judging/ranking-schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { DecisionDialog, FundingDialog } from './decision-dialog.tsx';
import { DecisionsTable } from './decisions-table.tsx';
import { Filters, type Filter } from './find-line.tsx';
import { decisionLabels as labels } from './result-labels.ts';
import css from './find-line.module.css';
import { isOver, type PartProps } from './tabs.ts';

const SHOWN: Readonly<Record<string, (row: Decision) => boolean>> = {
  missing: ({ outcome }) => outcome === null,
  deviations: ({ is_deviation: isDeviation }) => isDeviation,
  unexplained: ({ is_deviation: isDeviation, reason }) => isDeviation && !reason,
};

const FILTERS: readonly Filter[] = [
  { label: labels.all, query: {} },
  { label: labels.missing, query: { only: 'missing' } },
  { label: labels.deviations, query: { only: 'deviations' } },
  { label: labels.needsReason, query: { only: 'unexplained' } },
];

/** Who is selected, in order of rank, and why where that differs from it. */
export default function DecisionsTab(props: PartProps) {
  if (!isOver(props.round.state)) return <EmptyState message={labels.tooEarly} />;
  return <Decisions {...props} />;
}

function Decisions({ round }: PartProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [queryKeys.rounds, 'decisions', round.id],
    queryFn: ({ signal }) => resultCalls.listDecisions(round.id, { signal }),
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={labels.loading} isList />;
  return <Loaded round={round} {...data} />;
}

type LoadedProps = Pick<PartProps, 'round'> & { rows: Decision[]; etag: string | null };

function Loaded({ round, rows, etag }: LoadedProps) {
  const [search] = useSearchParams();
  const [pages, setPages] = useState(1);
  const [changed, setChanged] = useState<Decision | null>(null);
  const isShown = SHOWN[search.get('only') ?? ''] ?? (() => true);
  const found = rows.filter(isShown);
  const shown = found.slice(0, pages * PAGING.ranking);
  const chosen = rows.filter(({ outcome }) => outcome === 'selected');
  const missing = rows.filter(({ outcome }) => outcome === null).length;
  return (
    <>
      <div className={`${css.find} row`}>
        <Filters label={labels.filters} filters={FILTERS} />
        <p role="status">{labels.summary(chosen.length, round.places!, missing)}</p>
        {round.is_final && chosen.length > 0 && <Funding round={round} rows={chosen} etag={etag} />}
      </div>
      {found.length === 0 && (
        <EmptyState message={rows.length === 0 ? labels.none : labels.noMatch} />
      )}
      {found.length > 0 && (
        <DecisionsTable
          round={round}
          rows={shown}
          onChange={round.state === 'closed' ? setChanged : undefined}
        />
      )}
      {shown.length < found.length && (
        <Button variant="secondary" onClick={() => setPages(pages + 1)}>
          {labels.more}
        </Button>
      )}
      {changed && (
        <DecisionDialog round={round} row={changed} etag={etag} onClose={() => setChanged(null)} />
      )}
    </>
  );
}

type FundingProps = Pick<PartProps, 'round'> & { rows: readonly Decision[]; etag: string | null };

/** What the selected of a final round get in all, and the same for each of them at once. */
function Funding({ round, rows, etag }: FundingProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p>{labels.amounts(rows)}</p>
      {round.state === 'closed' && (
        <Button variant="secondary" onClick={() => setAsked(true)}>
          {labels.fundAll}
        </Button>
      )}
      {isAsked && (
        <FundingDialog round={round} rows={rows} etag={etag} onClose={() => setAsked(false)} />
      )}
    </>
  );
}
