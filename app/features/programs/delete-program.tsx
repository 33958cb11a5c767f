import { PROGRAM } from '#domain/programs/messages.ts';
import type { Program } from '#domain/programs/schema.ts';
import { DeleteButton } from '#app/editing/delete-button.tsx';
import { useDeleteProgram } from './use-programs.ts';
import { programLabels } from './labels.ts';

/** One with proposals stays, and the dialog says why (409). */
export function DeleteProgram({ program }: { program: Program }) {
  const { mutateAsync } = useDeleteProgram();
  return (
    <DeleteButton
      name={program.title}
      question={programLabels.deleteText}
      done={PROGRAM.deleted}
      variant="quiet"
      isSmall
      remove={() => mutateAsync(program.id)}
    />
  );
}
