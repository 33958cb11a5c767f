import { formatDateTime } from '#domain/dates.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { compareFields } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { ANNOUNCES_CHOICES, programLabels } from '../labels.ts';

const EXCERPT = 400;

/** Compares the saved version with the form, as text. */
export const comparePrograms = compareFields<Program, CreateProgramInput>(
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
