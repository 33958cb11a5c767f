import type { Question } from '#domain/questions/schema.ts';
import { questionLabels } from './labels.ts';

export const describeValue = (value: string | boolean): string => {
  if (typeof value === 'string') return value;
  return value ? questionLabels.yes : questionLabels.no;
};

const MARKS = [true, false].map((mark) => ({ value: String(mark), label: describeValue(mark) }));

/** What can be chosen, as in a form; empty if the answer is written. */
export const choicesOf = ({
  kind,
  options,
}: Pick<Question, 'kind' | 'options'>): { value: string; label: string }[] =>
  kind === 'yes_no' ? MARKS : (options ?? []).map((value) => ({ value, label: value }));
