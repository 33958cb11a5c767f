import { useNavigate } from 'react-router';
import { PROGRAM } from '#domain/programs/messages.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { toLocalInput } from './deadline-field.tsx';
import { useDeadlineQuestion } from './deadline-dialog.tsx';
import { comparePrograms } from './program-conflict.ts';
import { ProgramForm } from './program-form.tsx';
import { useUpdateProgram } from '../use-programs.ts';
import { programLabels } from '../labels.ts';

type Props = {
  program: Versioned<Program>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/**
 * Edits a program. If somebody else has saved it, both versions are shown side by side and no input
 * is lost.
 */
export function EditProgramForm({ program, onReload }: Props) {
  const navigate = useNavigate();
  const update = useUpdateProgram(program.id);
  // Editors move no deadline.
  const isAdmin = useProfile().role === 'admin';
  const { draft, call, submit, conflictPanel } = useEditForm<Program, CreateProgramInput>({
    draftName: `program:${program.id}`,
    current: program,
    save: (input, { etag }) => update.mutateAsync({ input, etag }),
    fetchFresh: () => api.getProgram(program.id),
    compare: comparePrograms,
    fallback: PROGRAM.updateFailed,
    onSaved: async () => {
      toast.success(PROGRAM.updated);
      await navigate(paths.programs);
    },
    onReload,
  });
  const question = useDeadlineQuestion(program, call, submit);
  return (
    <>
      <div>{conflictPanel}</div>
      <div>{question.dialog}</div>
      <ProgramForm
        values={{
          title: program.title,
          description: program.description,
          sector: program.sector,
          deadline_date: toLocalInput(program.deadline_date),
          opens_at: program.opens_at ? toLocalInput(program.opens_at) : '',
          is_public: String(program.is_public),
          amount_text: program.amount_text ?? '',
          decision_by: program.decision_by ?? '',
          announces: program.announces ?? 'at_once',
        }}
        draft={draft}
        submitLabel={programLabels.save}
        call={call}
        onSubmit={isAdmin ? question.submit : submit}
      />
    </>
  );
}
