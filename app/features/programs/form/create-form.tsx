import { useNavigate } from 'react-router';
import { PROGRAM } from '#domain/programs/messages.ts';
import { paths } from '#app/paths.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { ProgramForm } from './program-form.tsx';
import { useCreateProgram } from '../use-programs.ts';
import { programLabels } from '../labels.ts';

export function CreateProgramForm() {
  const navigate = useNavigate();
  const draft = useDraft('program:new', useProfile().id);
  const create = useCreateProgram();
  const call = useFormSubmit(PROGRAM.createFailed);
  return (
    <ProgramForm
      values={{}}
      draft={draft}
      submitLabel={programLabels.create}
      call={call}
      onSubmit={(input) =>
        void call.run(async () => {
          await create.mutateAsync(input);
          draft.clear();
          toast.success(PROGRAM.created);
          // Sorted by deadline, it might be on a later page.
          await navigate(`${paths.programs}?sort=-created_at`, { replace: true });
        })
      }
    />
  );
}
