import { PROGRAM } from '#domain/programs/rules.ts';
import { paths } from '#app/paths.ts';
import { useCreateForm } from '#app/editing/form/use-edit-form.tsx';
import { ProgramForm } from './program-form.tsx';
import { useProgramChanges } from '../use-programs.ts';
import { programLabels } from '../labels.ts';

export function CreateProgramForm() {
  const form = useCreateForm({
    draftName: 'program:new',
    create: useProgramChanges().create,
    fallback: PROGRAM.createFailed,
    done: PROGRAM.created,
    // Sorted by deadline, it might be on a later page.
    next: () => `${paths.programs}?sort=-created_at`,
    isReplaced: true,
  });
  return <ProgramForm values={{}} form={form} submitLabel={programLabels.create} />;
}
