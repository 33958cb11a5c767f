import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { Round as RoundItem } from '#domain/rounds/schema.ts';
import { useProfile } from '#app/session/use-session.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { roundLabels as labels } from '#app/features/rounds/desk/labels.ts';
import { useRound } from '#app/features/rounds/desk/use-rounds.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/round';
import { NextStep } from './next-step.tsx';
import { RoundSteps } from './round-steps.tsx';
import { tabOf, type Tab } from './tabs.ts';

const PARTS = {
  setup: lazyPart(() => import('./setup-tab.tsx')),
  judges: lazyPart(() => import('./judges-tab.tsx')),
  entries: lazyPart(() => import('./entries-tab.tsx')),
  progress: lazyPart(() => import('./progress-tab.tsx')),
  ranking: lazyPart(() => import('./ranking-tab.tsx')),
  decisions: lazyPart(() => import('./decisions-tab.tsx')),
  release: lazyPart(() => import('./release-tab.tsx')),
} satisfies Record<Tab, unknown>;

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/rounds/{id}; `tab`: the part that is shown. */
export default function Round({ params: { id } }: Route.ComponentProps) {
  const query = useRound(id);
  const { data: round, error, refetch } = query;
  if (isMissing(error))
    return (
      <NotFoundState title={error.message} to={lastListUrl(paths.rounds())} label={labels.back} />
    );
  return (
    <>
      {!round && <PageHeading title={labels.title} />}
      <Waiting query={query} label={labels.loading} />
      {round && <Shown round={round} onReload={() => void refetch()} />}
    </>
  );
}

type Props = { round: Versioned<RoundItem>; onReload: () => void };

function Shown({ round, onReload }: Props) {
  const [search] = useSearchParams();
  const { role } = useProfile();
  const tab = tabOf(search.get('tab'), round.state, role);
  const Part = PARTS[tab];
  return (
    <>
      <PageHeading
        title={round.name}
        back={{ to: lastListUrl(paths.rounds()), label: labels.back }}
        actions={role === 'admin' && <NextStep round={round} tab={tab} />}
      />
      <RoundSteps round={round} current={tab} />
      <Suspense fallback={<Skeleton label={labels.loading} />}>
        <Part round={round} onReload={onReload} />
      </Suspense>
    </>
  );
}
