import { PROGRAM } from '#domain/programs/messages.ts';
import type { Program } from '#domain/programs/schema.ts';
import { api } from '#app/api/browser.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { useProgramChanges } from './use-programs.ts';
import { describeProposals, programLabels } from './labels.ts';

/** A program with proposals cannot be deleted, which is said before asking for confirmation. */
export function DeleteProgram({ program }: { program: Program }) {
  const { remove } = useProgramChanges();
  return (
    <DeleteButton
      name={program.title}
      question={programLabels.deleteText}
      done={PROGRAM.deleted}
      variant="quiet"
      isSmall
      refuse={async () => {
        const { total } = await api.listAllProposals({ program_id: program.id, limit: 0 });
        return total > 0 ? describeProposals(total) : null;
      }}
      remove={() => remove(program.id)}
    />
  );
}
