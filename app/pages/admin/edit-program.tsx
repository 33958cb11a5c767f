import { Suspense } from 'react';
import { paths } from '#app/paths.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EditProgramForm } from '#app/features/programs/form/edit-form.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { programLabels } from '#app/features/programs/labels.ts';
import { useProfile } from '#app/session/use-session.ts';
import { mayOpen } from '#app/shell/screen-roles.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import type { Route } from './+types/edit-program';

const AnnouncingPanel = lazyPart(
  () => import('#app/features/programs/announcing/announcing-screen.tsx'),
);
const ExtensionForm = lazyPart(() => import('#app/features/extensions/extension-form.tsx'));

export const meta = () => [{ title: programLabels.editTitle }];

/** /dashboard/admin/proposals/{id}/edit: a program, whatever its path says. */
export default function EditProgram({ params: { id } }: Route.ComponentProps) {
  const item = useProgram(id);
  const { role } = useProfile();
  const questions = paths.editQuestions({ id });
  return (
    <ItemScreen
      item={item}
      list={{ to: paths.programs, label: programLabels.back }}
      title={programLabels.editTitle}
      lead={item.data?.title}
      actions={
        mayOpen(role, questions) && (
          <>
            {item.data?.announces === 'together' && (
              <LinkButton to={paths.announcing({ id })} variant="secondary">
                {programLabels.announce}
              </LinkButton>
            )}
            {role === 'admin' && (
              <LinkButton to={paths.onBehalf({ programId: id })} variant="secondary">
                {programLabels.onBehalf}
              </LinkButton>
            )}
            <LinkButton to={questions} variant="secondary">
              {programLabels.questions}
            </LinkButton>
            <LinkButton to={paths.season({ id })} variant="secondary">
              {programLabels.season}
            </LinkButton>
          </>
        )
      }
      loading="Loading the program"
      isForm
    >
      {(program, reload) => (
        <>
          <EditProgramForm key={program.etag} program={program} onReload={reload} />
          <Suspense>
            {program.announces === 'together' && <AnnouncingPanel program={program} />}
            {role === 'admin' && <ExtensionForm programId={program.id} />}
          </Suspense>
        </>
      )}
    </ItemScreen>
  );
}
