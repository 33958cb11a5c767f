import { paths } from '#app/paths.ts';
import { useEveryJudge } from '#app/features/judges/desk/use-every-judge.ts';
import { CreateRoundForm } from '#app/features/rounds/form/create-form.tsx';
import { roundLabels as labels } from '#app/features/rounds/desk/labels.ts';
import { useEveryRound } from '#app/features/rounds/desk/use-every-round.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

export const meta = () => [{ title: labels.createTitle }];

/** /dashboard/admin/rounds/create; `copy`: the round to start from. */
export default function CreateRound() {
  const judges = useEveryJudge();
  const rounds = useEveryRound();
  const error = judges.error ?? rounds.error;
  const retry = () => void Promise.all([judges.refetch(), rounds.refetch()]);
  return (
    <>
      <PageHeading
        title={labels.createTitle}
        lead={labels.createLead}
        back={{ to: paths.rounds(), label: labels.back }}
      />
      {error && <ErrorState message={error.message} onRetry={retry} />}
      {!error && !(judges.data && rounds.data) && <Skeleton label={labels.loading} isForm />}
      {!error && judges.data && rounds.data && (
        <CreateRoundForm judges={judges.data} rounds={rounds.data} />
      )}
    </>
  );
}
