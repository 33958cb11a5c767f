import { lazy, Suspense } from 'react';
import { useAnswered } from '#app/features/questions/editor/use-answered.ts';
import { editorLabels } from '#app/features/questions/editor/labels.ts';
import { ProgramTabs } from '#app/features/programs/program-tabs.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { paths } from '#app/paths.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/edit-questions';

const QuestionEditor = lazy(() => import('#app/features/questions/editor/edit-form.tsx'));

export const meta = () => [{ title: editorLabels.title }];

/** /dashboard/admin/program-questions/{id}: what a program asks besides the usual fields. */
export default function EditQuestions({ params: { id } }: Route.ComponentProps) {
  const { data: program, error, refetch } = useProgram(id);
  const answered = useAnswered(id);
  if (isMissing(error))
    return <NotFoundState title={error.message} to={paths.programs} label={editorLabels.back} />;
  const retry = () => void Promise.all([refetch(), answered.refetch()]);
  const failure = program && answered.data ? null : (error ?? answered.error);
  const wait = <Skeleton label={editorLabels.loading} isForm />;
  return (
    <>
      <PageHeading
        title={editorLabels.title}
        back={{ to: paths.programs, label: editorLabels.back }}
        lead={program && editorLabels.lead(program.title)}
      />
      <ProgramTabs id={id} program={program} current="questions" />
      {failure && <ErrorState message={failure.message} onRetry={retry} />}
      {!failure && !(program && answered.data) && wait}
      {program && answered.data && (
        <Suspense fallback={wait}>
          <QuestionEditor
            key={program.etag}
            program={program}
            answered={answered.data}
            onReload={retry}
          />
        </Suspense>
      )}
    </>
  );
}
