import { PROGRAM } from '#domain/programs/rules.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { formatDateTime } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { compareFields } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { useProgramChanges } from '../use-programs.ts';
import { programLabels, ANNOUNCES_CHOICES } from '../labels.ts';
import { keepInstants, toLocalInput } from './deadline-field.tsx';
import { useDeadlineQuestion } from './deadline-dialog.tsx';
import { ProgramForm } from './program-form.tsx';

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
    save: (input: CreateProgramInput, { etag }) =>
      update(program.id, keepInstants(program, input), etag),
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
        form={
          isAdmin
            ? { ...form, submit: (input) => question.submit(keepInstants(program, input)) }
            : form
        }
        submitLabel="Save"
      />
    </>
  );
}

const EXCERPT = 400;

/** Compares the saved version with the form, as text. */
const comparePrograms = compareFields<Program, CreateProgramInput>(
  [programLabels.formTitle, ({ title }) => title],
  [programLabels.sector, ({ sector }) => sector],
  [programLabels.deadline, (one) => formatDateTime(one.deadline_date)],
  [programLabels.amount, (one) => one.amount_text],
  [programLabels.decisionBy, (one) => one.decision_by],
  [
    programLabels.announces,
    ({ announces }) => ANNOUNCES_CHOICES.find(({ value }) => value === announces)?.label,
  ],
  [programLabels.description, ({ description }) => summarise(description, EXCERPT)],
);
