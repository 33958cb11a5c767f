import { Suspense } from 'react';
import { paths } from '#app/paths.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { EditProgramForm } from '#app/features/programs/form/edit-form.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { programLabels } from '#app/features/programs/labels.ts';
import { useProfile } from '#app/session/use-session.ts';
import { mayOpen } from '#app/shell/screen-roles.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import type { Route } from './+types/edit-program';

const AnnouncingPanel = lazyPart(
  () => import('#app/features/programs/announcing/announcing-screen.tsx'),
);
const ExtensionForm = lazyPart(() => import('#app/features/extensions/extension-form.tsx'));

export const meta = () => [{ title: programLabels.editTitle }];

/** /dashboard/admin/proposals/{id}/edit: a program, whatever its path says. */
export default function EditProgram({ params: { id } }: Route.ComponentProps) {
  const { data: program, error, isPending, refetch } = useProgram(id);
  const { role } = useProfile();
  const questions = paths.editQuestions({ id });
  if (isMissing(error))
    return <NotFoundState title={error.message} to={paths.programs} label={programLabels.back} />;
  return (
    <>
      <PageHeading
        title={programLabels.editTitle}
        lead={program?.title}
        actions={
          mayOpen(role, questions) && (
            <LinkButton to={questions} variant="secondary">
              {programLabels.questions}
            </LinkButton>
          )
        }
      />
      {isPending && <Skeleton label="Loading the program" />}
      {error && !program && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {program && (
        <EditProgramForm key={program.etag} program={program} onReload={() => void refetch()} />
      )}
      {program && (
        <Suspense>
          {program.announces === 'together' && <AnnouncingPanel program={program} />}
          {role === 'admin' && <ExtensionForm programId={program.id} />}
        </Suspense>
      )}
    </>
  );
}
