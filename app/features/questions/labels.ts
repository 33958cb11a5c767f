import { formatDate } from '#domain/dates.ts';
import { formatNumber } from '#domain/questions/answers.ts';
import type { Bound, Question } from '#domain/questions/schema.ts';

/** Labels of a program's own questions, as applicants see them. */
export const questionLabels = {
  title: 'Questions',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose an option',
  clear: 'Clear this answer',
  done: 'Done',
  optional: 'Optional',
  notGiven: 'Not given',
  added: 'This question was added while you had this form open.',
  changed: 'This question was changed while you had this form open.',
} as const;

const count = (characters: number): string =>
  `${characters.toLocaleString('en-GB')} ${characters === 1 ? 'character' : 'characters'}`;

/** `left` below zero: too many. */
export const describeLeft = (left: number): string =>
  left < 0 ? `You have ${count(-left)} too many` : `You have ${count(left)} left`;

export const describeGone = (options: readonly string[]): string =>
  `You chose ${options.map((one) => `“${one}”`).join(', ')}, which is no longer offered.`;

const show = (kind: Question['kind'], bound: Exclude<Bound, null>): string =>
  kind === 'date' ? formatDate(String(bound)) : formatNumber(bound);

/** Which numbers or days fit; empty if all do. */
function describeBounds({ kind, min, max }: Question): string {
  const isDate = kind === 'date';
  if (min !== null && max !== null)
    return isDate
      ? `From ${show(kind, min)} to ${show(kind, max)}.`
      : `Between ${show(kind, min)} and ${show(kind, max)}.`;
  if (min !== null) return `${show(kind, min)} or ${isDate ? 'later' : 'more'}.`;
  return max === null ? '' : `${show(kind, max)} or ${isDate ? 'earlier' : 'less'}.`;
}

/** The help, and which values fit. */
export const hintOf = (question: Question): string | undefined =>
  [question.help, describeBounds(question)].filter(Boolean).join('\n') || undefined;

/** `at` counts from 0. */
export const titleOf = (at: number, count: number): string =>
  count === 1 ? questionLabels.title : `Questions ${at + 1} of ${count}`;

/** `missing`: how many answers are; `isTouched`: whether any is given. */
export function describeState(missing: number, isTouched: boolean): string {
  if (missing > 0) return `${missing} missing`;
  return isTouched ? questionLabels.done : questionLabels.optional;
}

/** `answer` in words. */
export const describeKept = (answer: string): string =>
  `This question is no longer asked. Your answer stays in your draft but is not sent: ${answer}`;
