import { formatDateTime } from '#domain/dates.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/changed-meanwhile.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { words } from '../words.ts';

const EXCERPT = 400;

/** What is saved against what the form has, as text. */
export function comparePrograms(theirs: Program, mine: CreateProgramInput): Difference[] {
  return onlyDifferent([
    { label: words.formTitle, theirs: theirs.title, mine: mine.title },
    { label: words.sector, theirs: theirs.sector, mine: mine.sector },
    {
      label: words.deadline,
      theirs: formatDateTime(theirs.deadline_date),
      mine: formatDateTime(mine.deadline_date),
    },
    {
      label: words.description,
      theirs: summarise(theirs.description, EXCERPT),
      mine: summarise(mine.description, EXCERPT),
    },
  ]);
}
