/** Answers to a program's own questions: what is asked of whom, and which value fits. */
import { formatDate, readDay } from '../dates.ts';
import type { FieldProblems } from '../problem.ts';
import { manyLines, oneLine, visibleOf } from '../plain-text.ts';
import { answerField } from './field-rules.ts';
import { QUESTIONS } from './limit-rules.ts';
import { ANSWER_RULES } from './messages.ts';
import type { Answer, Answers, AnswerValue, Question } from './schema.ts';

/** In code points, as people count. */
export const charactersOf = (text: string): number => [...text].length;

/** Null, blank text and an empty list take an answer away; `false` and 0 are answers. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && visibleOf(value) === '') ||
  (Array.isArray(value) && value.length === 0);

/** The digits of a finite number as it is written without an exponent. */
function digitsOf(value: number): number {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  const significant = mantissa.replace('.', '').length;
  const power = Number(exponent);
  return Math.max(power + 1, 1) + Math.max(significant - 1 - power, 0);
}

export const isShortNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && digitsOf(value) <= QUESTIONS.digits;

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && readDay(value) !== undefined;

const normalized = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n');

/** A value as it is stored: texts composed and without control characters, options in order. */
function tidyAnswer({ kind, options }: Question, value: unknown): unknown {
  if (kind === 'choices' && Array.isArray(value)) {
    const chosen = value.map((one) => (typeof one === 'string' ? one.normalize('NFC') : one));
    const isFit =
      new Set(chosen).size === chosen.length && chosen.every((one) => isIn(options, one));
    return isFit ? options!.filter((option) => chosen.includes(option)) : chosen;
  }
  if (value === 0) return 0;
  if (typeof value !== 'string') return value;
  if (kind === 'long_text') return manyLines(normalized(value).replaceAll('\t', ' '));
  return kind === 'short_text' ? oneLine(normalized(value)) : value.normalize('NFC');
}

const isIn = (options: string[] | null, value: unknown): boolean =>
  (options ?? []).includes(value as string);

function wrongText({ max_length, kind }: Question, value: unknown): string | undefined {
  const most = max_length ?? (kind === 'short_text' ? QUESTIONS.shortText : QUESTIONS.longText);
  if (typeof value !== 'string') return ANSWER_RULES.text;
  return charactersOf(value) > most ? ANSWER_RULES.long(most) : undefined;
}

function wrongNumber({ min, max }: Question, value: unknown): string | undefined {
  if (typeof value !== 'number') return ANSWER_RULES.number;
  if (!isShortNumber(value)) return ANSWER_RULES.digits;
  if (min !== null && value < Number(min)) return ANSWER_RULES.least(formatNumber(min));
  return max !== null && value > Number(max) ? ANSWER_RULES.greatest(formatNumber(max)) : undefined;
}

export const formatNumber = (value: number | string): string =>
  Number(value).toLocaleString('en-GB', { maximumFractionDigits: QUESTIONS.digits });

function wrongDate({ min, max }: Question, value: unknown): string | undefined {
  if (!isDay(value)) return ANSWER_RULES.date;
  if (min !== null && value < String(min)) return ANSWER_RULES.from(formatDate(String(min)));
  return max !== null && value > String(max)
    ? ANSWER_RULES.until(formatDate(String(max)))
    : undefined;
}

function wrongChoices({ options }: Question, value: unknown): string | undefined {
  const isFit =
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((one) => isIn(options, one));
  return isFit ? undefined : ANSWER_RULES.choices;
}

const WRONG: Record<Question['kind'], (question: Question, value: unknown) => string | undefined> =
  {
    short_text: wrongText,
    long_text: wrongText,
    number: wrongNumber,
    date: wrongDate,
    yes_no: (_, value) => (typeof value === 'boolean' ? undefined : ANSWER_RULES.yesNo),
    choice: ({ options }, value) => (isIn(options, value) ? undefined : ANSWER_RULES.choice),
    choices: wrongChoices,
  };

/** What the question takes of the value, or why it does not; undefined if it is no answer. */
export function readAnswer(
  question: Question,
  sent: unknown,
): { value?: AnswerValue; wrong?: string } | undefined {
  if (isBlank(sent)) return undefined;
  const value = tidyAnswer(question, sent);
  if (isBlank(value)) return undefined;
  const wrong = WRONG[question.kind](question, value);
  return wrong ? { wrong } : { value: value as AnswerValue };
}

/** The live questions that these answers make shown, in order. */
export function shownOf(questions: readonly Question[], answers: Answers): Question[] {
  const shown = new Set<string>();
  return questions.filter(({ id, shown_if, is_retired }) => {
    const isShown =
      !is_retired &&
      (shown_if === null ||
        (shown.has(shown_if.question_id) && answers[shown_if.question_id] === shown_if.equals));
    if (isShown) shown.add(id);
    return isShown;
  });
}

/** What somebody with this answer is told; undefined if it qualifies, or nobody is refused. */
export function refuseAnswer(
  { eligible }: Question,
  value: AnswerValue | undefined,
): string | undefined {
  if (!eligible || value === undefined) return undefined;
  if ('values' in eligible)
    return eligible.values.includes(value as string) ? undefined : eligible.sentence;
  const { min, max, sentence } = eligible;
  const isWithin = (min === null || value >= min) && (max === null || value <= max);
  return isWithin ? undefined : sentence;
}

type CheckedAnswers = {
  /** Those of shown questions that fit. */
  answers: Answers;
  problems: FieldProblems;
  /** By field: answers that fit but do not qualify. */
  ineligible: FieldProblems;
};

/**
 * Checks answers to live questions as a submission needs them. What a condition hides is left out;
 * what is required is missing only where it is shown. `isLeftAlone`: an edit does not touch it, so
 * it stays as it is.
 */
export function checkAnswers(
  questions: readonly Question[],
  sent: Record<string, unknown>,
  isLeftAlone: (question: Question) => boolean = () => false,
): CheckedAnswers {
  const read = new Map(questions.map((one) => [one.id, readAnswer(one, sent[one.id])] as const));
  const valueOf = (one: Question) =>
    isLeftAlone(one) ? (sent[one.id] as AnswerValue | undefined) : read.get(one.id)?.value;
  const values = Object.fromEntries(
    questions.flatMap((one) => {
      const value = valueOf(one);
      return value === undefined ? [] : [[one.id, value] as const];
    }),
  );
  const checked: CheckedAnswers = { answers: {}, problems: {}, ineligible: {} };
  for (const one of shownOf(questions, values)) {
    const value = values[one.id];
    if (value !== undefined) checked.answers[one.id] = value;
    if (isLeftAlone(one)) continue;
    const wrong = read.get(one.id)?.wrong ?? missing(one, value);
    const told = refuseAnswer(one, value);
    if (wrong) checked.problems[answerField(one.id)] = wrong;
    else if (told) checked.ineligible[answerField(one.id)] = told;
  }
  return checked;
}

const missing = ({ is_required }: Question, value: AnswerValue | undefined): string | undefined =>
  is_required && value === undefined ? ANSWER_RULES.required : undefined;

const MARKS = { true: 'Yes', false: 'No' } as const;

/** An answer in words, for mails and screens. */
export function formatAnswer({ kind, value }: Pick<Answer, 'kind' | 'value'>): string {
  if (typeof value === 'boolean') return MARKS[`${value}`];
  if (kind === 'date') return formatDate(String(value));
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' ? formatNumber(value) : value;
}
