import { useNavigate } from 'react-router';
import { PROGRAM } from '#domain/programs/messages.ts';
import { paths } from '#app/paths.ts';
import { useCall } from '#app/editing/use-call.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { ProgramForm } from './program-form.tsx';
import { useCreateProgram } from '../use-programs.ts';
import { words } from '../words.ts';

/** A new program. */
export function CreateProgramForm() {
  const navigate = useNavigate();
  const keeper = useDraft('program:new', useProfile().id);
  const create = useCreateProgram();
  const call = useCall(PROGRAM.createFailed);
  return (
    <ProgramForm
      values={{}}
      keeper={keeper}
      submitLabel={words.create}
      call={call}
      onSubmit={(input) =>
        void call.run(async () => {
          await create.mutateAsync(input);
          keeper.clear();
          toast.success(PROGRAM.created);
          await navigate(paths.programs);
        })
      }
    />
  );
}
