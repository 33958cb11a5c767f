import { useEveryJudge } from '#app/features/judges/desk/use-every-judge.ts';
import { EditRoundForm } from '#app/features/rounds/form/edit-form.tsx';
import { roundLabels as labels } from '#app/features/rounds/desk/labels.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { FrozenSetup } from './frozen-setup.tsx';
import type { PartProps } from './tabs.ts';

/** Edited in a draft; from the opening on it is read, and says what can still change. */
export default function SetupTab({ round, onReload }: PartProps) {
  const { data: judges, error, refetch } = useEveryJudge();
  if (round.state !== 'draft') return <FrozenSetup key={round.etag} round={round} />;
  if (error && !judges)
    return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!judges) return <Skeleton label={labels.loading} isForm />;
  return <EditRoundForm key={round.etag} round={round} judges={judges} onReload={onReload} />;
}
