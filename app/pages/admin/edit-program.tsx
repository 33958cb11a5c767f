import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#app/paths.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EditProgramForm } from '#app/features/programs/form/edit-form.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { partOf, ProgramTabs } from '#app/features/programs/program-tabs.tsx';
import { programLabels } from '#app/features/programs/labels.ts';
import { useProfile } from '#app/session/use-session.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import type { Route } from './+types/edit-program';

const AnnouncingPanel = lazyPart(
  () => import('#app/features/programs/announcing/announcing-screen.tsx'),
);
const ExtensionForm = lazyPart(() => import('#app/features/extensions/extension-form.tsx'));

export const meta = () => [{ title: programLabels.editTitle }];

/** /dashboard/admin/proposals/{id}/edit: a program, whatever its path says; a part of it each. */
export default function EditProgram({ params: { id } }: Route.ComponentProps) {
  const item = useProgram(id);
  const { role } = useProfile();
  const [params] = useSearchParams();
  const part = item.data ? partOf(params.get('part'), item.data, role) : 'details';
  return (
    <ItemScreen
      item={item}
      list={{ to: paths.programs, label: programLabels.back }}
      title={programLabels.editTitle}
      lead={item.data?.title}
      actions={
        role === 'admin' && (
          <LinkButton to={paths.onBehalf({ programId: id })} variant="secondary">
            {programLabels.onBehalf}
          </LinkButton>
        )
      }
      loading="Loading the program"
      isForm
    >
      {(program, reload) => (
        <>
          <ProgramTabs id={id} program={program} current={part} />
          {part === 'details' && (
            <EditProgramForm key={program.etag} program={program} onReload={reload} />
          )}
          <Suspense fallback={<Skeleton label="Loading the program" isForm />}>
            {part === 'announcement' && <AnnouncingPanel program={program} />}
            {part === 'extensions' && <ExtensionForm programId={program.id} />}
          </Suspense>
        </>
      )}
    </ItemScreen>
  );
}
