import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PROGRAM } from '#domain/programs/messages.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { EditConflict } from '#app/editing/edit-conflict.tsx';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { toLocalInput } from './deadline-field.tsx';
import { comparePrograms } from './program-conflict.ts';
import { ProgramForm } from './program-form.tsx';
import { useUpdateProgram } from '../use-programs.ts';
import { programLabels } from '../labels.ts';

type Props = {
  program: Versioned<Program>;
  /** Draws the form anew from what is saved now. */ onReload: () => void;
};
type Conflict = { fresh: Versioned<Program>; mine: CreateProgramInput };

/**
 * Edits a program. Saved by somebody else meanwhile: both versions stand side by side and nothing
 * typed is lost.
 */
export function EditProgramForm({ program, onReload }: Props) {
  const navigate = useNavigate();
  const draft = useDraft(`program:${program.id}`, useProfile().id);
  const update = useUpdateProgram(program.id);
  const call = useFormSubmit(PROGRAM.updateFailed);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const save = (input: CreateProgramInput, etag: string | null) =>
    call.run(async () => {
      const saved = await update.mutateAsync({ input, etag }).catch(async (error: unknown) => {
        const fresh =
          error instanceof ApiError && error.status === 412
            ? await api.getProgram(program.id).catch(() => null)
            : null;
        if (!fresh) throw error;
        setConflict({ fresh, mine: input });
      });
      if (!saved) return;
      draft.clear();
      toast.success(PROGRAM.updated);
      await navigate(paths.programs);
    });
  const takeTheirs = () => {
    draft.clear();
    onReload();
  };
  return (
    <>
      {conflict && (
        <EditConflict
          key={conflict.fresh.etag}
          differences={comparePrograms(conflict.fresh, conflict.mine)}
          isBusy={call.isBusy}
          onTakeTheirs={takeTheirs}
        />
      )}
      <ProgramForm
        values={{ ...program, deadline_date: toLocalInput(program.deadline_date) }}
        draft={draft}
        submitLabel={programLabels.save}
        call={call}
        onSubmit={(input) => void save(input, (conflict?.fresh ?? program).etag)}
      />
    </>
  );
}
