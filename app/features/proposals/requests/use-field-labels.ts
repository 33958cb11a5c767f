import type { Proposal } from '#domain/proposals/schema.ts';
import { useQuestions } from '#app/features/questions/use-questions.ts';
import { FIELD_LABELS } from './labels.ts';

/**
 * What can be asked for of a proposal: its fields and documents, then the questions of its program,
 * by their ids; without those that are asked no longer.
 */
export function useFieldLabels({ program_id: id }: Pick<Proposal, 'program_id'>): {
  labels: Readonly<Record<string, string>>;
  /** Also of what is no longer asked. */
  labelOf: (name: string) => string | undefined;
} {
  const questions = useQuestions(id);
  const live = questions.filter((one) => !one.is_retired);
  return {
    labels: { ...FIELD_LABELS, ...Object.fromEntries(live.map((one) => [one.id, one.label])) },
    labelOf: (name) => FIELD_LABELS[name] ?? questions.find(({ id }) => id === name)?.label,
  };
}
