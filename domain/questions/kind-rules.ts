/** The kinds of answers, and what a question of each can have; apart, as it needs no schema. */
export const QUESTION_KINDS = [
  'short_text',
  'long_text',
  'number',
  'date',
  'yes_no',
  'choice',
  'choices',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const isText = (kind: QuestionKind): boolean =>
  kind === 'short_text' || kind === 'long_text';
export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';
export const hasBounds = (kind: QuestionKind): boolean => kind === 'number' || kind === 'date';
export const canDecide = (kind: QuestionKind): boolean =>
  hasBounds(kind) || kind === 'yes_no' || kind === 'choice';
/** What another question may depend on. */
export const canCondition = (kind: QuestionKind): boolean => kind === 'yes_no' || kind === 'choice';

/** What proposals can be filtered by. */
export const canFilter = (kind: QuestionKind): boolean => kind === 'yes_no' || hasOptions(kind);
