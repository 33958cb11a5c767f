import { useEveryJudge } from '#app/features/judges/desk/use-every-judge.ts';
import { EditRoundForm } from '#app/features/rounds/form/edit-form.tsx';
import { roundLabels as labels } from '#app/features/rounds/desk/labels.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PartProps } from './round-steps.tsx';

const FrozenSetup = lazyPart(() => import('./frozen-setup.tsx'));

/** Edited in a draft; from the opening on it is read, and says what can still change. */
export default function SetupTab({ round, onReload }: PartProps) {
  const { data: judges, error, refetch } = useEveryJudge();
  if (round.state !== 'draft') return <FrozenSetup round={round} />;
  if (error && !judges)
    return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!judges) return <Skeleton label={labels.loading} isForm />;
  return <EditRoundForm key={round.etag} round={round} judges={judges} onReload={onReload} />;
}
