import { formatDateTime } from '#domain/dates.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { programLabels } from '../labels.ts';

const EXCERPT = 400;

/** Compares the saved version with the form, as text. */
export function comparePrograms(theirs: Program, mine: CreateProgramInput): Difference[] {
  return onlyDifferent([
    { label: programLabels.formTitle, theirs: theirs.title, mine: mine.title },
    { label: programLabels.sector, theirs: theirs.sector, mine: mine.sector },
    {
      label: programLabels.deadline,
      theirs: formatDateTime(theirs.deadline_date),
      mine: formatDateTime(mine.deadline_date),
    },
    {
      label: programLabels.description,
      theirs: summarise(theirs.description, EXCERPT),
      mine: summarise(mine.description, EXCERPT),
    },
  ]);
}
