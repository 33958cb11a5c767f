import { formatDateTime } from '#domain/dates.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { ANNOUNCES_CHOICES, programLabels } from '../labels.ts';

const labelOfAnnounces = (announces: Program['announces']): string =>
  ANNOUNCES_CHOICES.find(({ value }) => value === announces)?.label ?? '';

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
      label: programLabels.amount,
      theirs: theirs.amount_text ?? '',
      mine: mine.amount_text ?? '',
    },
    {
      label: programLabels.decisionBy,
      theirs: theirs.decision_by ?? '',
      mine: mine.decision_by ?? '',
    },
    {
      label: programLabels.announces,
      theirs: labelOfAnnounces(theirs.announces),
      mine: labelOfAnnounces(mine.announces),
    },
    {
      label: programLabels.description,
      theirs: summarise(theirs.description, EXCERPT),
      mine: summarise(mine.description, EXCERPT),
    },
  ]);
}
