import { paths } from '#app/paths.ts';
import { EditJudgeForm } from '#app/features/judges/desk/edit-form.tsx';
import { judgeLabels as labels } from '#app/features/judges/desk/labels.ts';
import { nameOf, useJudge } from '#app/features/judges/desk/use-judges.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-judge';

export const meta = () => [{ title: labels.editTitle }];

/** /dashboard/admin/judges/{id}/edit */
export default function EditJudge({ params: { id } }: Route.ComponentProps) {
  const { data: judge, error, isPending, refetch } = useJudge(id);
  if (isMissing(error))
    return <NotFoundState title={error.message} to={paths.judges()} label={labels.back} />;
  return (
    <>
      <PageHeading title={labels.editTitle} lead={judge && nameOf(judge)} />
      {isPending && <Skeleton label={labels.loading} />}
      {error && !judge && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {judge && <EditJudgeForm key={judge.etag} judge={judge} onReload={() => void refetch()} />}
    </>
  );
}
