import { PROGRAM } from '#domain/programs/messages.ts';
import type { Program } from '#domain/programs/schema.ts';
import { DeleteThing } from '#app/editing/delete-thing.tsx';
import { useDeleteProgram } from './use-programs.ts';
import { words } from './words.ts';

/** One with proposals stays, and the dialog says why (409). */
export function DeleteProgram({ program }: { program: Program }) {
  const { mutateAsync } = useDeleteProgram();
  return (
    <DeleteThing
      name={program.title}
      question={words.deleteText}
      done={PROGRAM.deleted}
      variant="quiet"
      isSmall
      remove={() => mutateAsync(program.id)}
    />
  );
}
