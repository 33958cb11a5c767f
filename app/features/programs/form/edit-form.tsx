import { PROGRAM } from '#domain/programs/messages.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { toLocalInput } from './deadline-field.tsx';
import { useDeadlineQuestion } from './deadline-dialog.tsx';
import { comparePrograms } from './program-conflict.ts';
import { ProgramForm } from './program-form.tsx';
import { useProgramChanges } from '../use-programs.ts';
import { programLabels } from '../labels.ts';

type Props = {
  program: Versioned<Program>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Edits a program; asks before its deadline moves. */
export function EditProgramForm({ program, onReload }: Props) {
  const { update } = useProgramChanges();
  // Editors move no deadline.
  const isAdmin = useProfile().role === 'admin';
  const form = useEditForm({
    draftName: `program:${program.id}`,
    current: program,
    save: (input: CreateProgramInput, { etag }) => update(program.id, input, etag),
    fetchFresh: () => api.getProgram(program.id),
    compare: comparePrograms,
    fallback: PROGRAM.updateFailed,
    done: PROGRAM.updated,
    next: () => paths.programs,
    onReload,
  });
  const question = useDeadlineQuestion(program, form.call, form.submit);
  return (
    <>
      {question.dialog}
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
        form={isAdmin ? { ...form, submit: question.submit } : form}
        submitLabel={programLabels.save}
      />
    </>
  );
}
