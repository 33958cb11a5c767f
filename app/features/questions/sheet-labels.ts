import { formatDate } from '#domain/dates.ts';
import { formatNumber } from '#domain/questions/answers.ts';
import { QUESTIONS } from '#domain/questions/rules.ts';
import type { Bound, Question } from '#domain/questions/schema.ts';
import { answerWords } from '#content/questions.ts';
import { describeValue } from './choice-labels.ts';

const formatDay = (bound: Bound): string => formatDate(String(bound));

type RangeLimits = Pick<Question, 'min' | 'max'>;

function describeNumber({ min, max }: RangeLimits): string {
  if (min === null && max === null) return answerWords.number;
  if (max === null) return answerWords.numberFrom(formatNumber(min!));
  return min === null
    ? answerWords.numberUntil(formatNumber(max))
    : answerWords.numberBetween(formatNumber(min), formatNumber(max));
}

function describeDate({ min, max }: RangeLimits): string {
  if (min === null && max === null) return answerWords.date;
  if (max === null) return answerWords.dateFrom(formatDay(min));
  return min === null
    ? answerWords.dateUntil(formatDay(max))
    : answerWords.dateBetween(formatDay(min), formatDay(max));
}

/** How the answer has to look: "Text, at most 200 characters", "A number from 1 to 500". */
export function describeLimits(question: Question): string {
  const { kind, max_length } = question;
  if (kind === 'number') return describeNumber(question);
  if (kind === 'date') return describeDate(question);
  if (kind === 'file') return answerWords.file;
  if (kind === 'yes_no' || kind === 'choice') return answerWords.oneOf;
  return kind === 'choices'
    ? answerWords.anyOf
    : answerWords.text((max_length ?? QUESTIONS.longText).toLocaleString('en-GB'));
}

/** On which answer it depends whether the question is asked; undefined if it always is. */
export function describeCondition(
  { shown_if }: Pick<Question, 'shown_if'>,
  questions: readonly Question[],
): string | undefined {
  const place = questions.findIndex(({ id }) => id === shown_if?.question_id);
  if (!shown_if || place < 0) return undefined;
  return answerWords.onlyIf(describeValue(shown_if.equals), place + 1, questions[place]!.label);
}
