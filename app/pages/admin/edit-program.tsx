import { paths } from '#app/paths.ts';
import { isMissing, MissingThing } from '#app/shell/missing-thing.tsx';
import { EditProgramForm } from '#app/features/programs/form/edit-form.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { words } from '#app/features/programs/words.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-program';

export const meta = () => [{ title: words.editTitle }];

/** /dashboard/admin/proposals/{id}/edit: a program, whatever its path says. */
export default function EditProgram({ params: { id } }: Route.ComponentProps) {
  const { data: program, error, isPending, refetch } = useProgram(id);
  if (isMissing(error))
    return <MissingThing title={error.message} to={paths.programs} label={words.back} />;
  return (
    <>
      <PageHeading title={words.editTitle} lead={program?.title} />
      {isPending && <Skeleton label="Loading the program" />}
      {error && !program && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {program && (
        <EditProgramForm key={program.etag} program={program} onReload={() => void refetch()} />
      )}
    </>
  );
}
