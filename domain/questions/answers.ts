/** Answers to a program's own questions: what is asked of whom, and which value fits. */
import { joinChoices } from '../count-of.ts';
import { formatDate, readDay } from '../dates.ts';
import { readNumber } from '../numbers.ts';
import { manyLines, oneLine, visibleOf } from '../plain-text.ts';
import type { FieldProblems } from '../problem.ts';
import { ANSWER_RULES, answerField, isFile, QUESTIONS } from './rules.ts';
import type { Answer, Answers, AnswerValue, FileValue, Question, SentAnswers } from './schema.ts';

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
  if (typeof value !== 'number') {
    const wrong = typeof value === 'string' ? readNumber(value).wrong : undefined;
    return [ANSWER_RULES.number, wrong].filter(Boolean).join(' ');
  }
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
    file: (_, value) => (isFileValue(value) ? undefined : (value as WrongFile).wrong),
  };

/** A file that cannot count as an answer yet, and what its sender is told. */
type WrongFile = { wrong: string };

/** Files by their questions, as the server found them; what clients send as JSON is none. */
export type SentFiles = Record<string, FileValue | WrongFile | null>;

const isFileValue = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'sha256' in value;

/** The files among these answers, by question. */
export const filesIn = (answers: readonly Answer[]): Record<string, FileValue> =>
  Object.fromEntries(
    answers.flatMap(({ question_id, kind, value }) =>
      kind === 'file' && isFileValue(value) ? [[question_id, value] as const] : [],
    ),
  );

/** What is sent, with files in the place of whatever was sent for a question that takes one. */
export function withFiles(questions: readonly Question[], sent: SentAnswers, files: SentFiles) {
  const takesFile = new Set(questions.filter(({ kind }) => isFile(kind)).map(({ id }) => id));
  const others = Object.entries(sent).filter(([id]) => !takesFile.has(id));
  return { ...Object.fromEntries(others), ...files };
}

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
export function refuseAnswer({ eligible }: Question, value: AnswerValue | undefined) {
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

function missing({ is_required, kind }: Question, value: AnswerValue | undefined) {
  if (!is_required || value !== undefined) return undefined;
  return isFile(kind) ? ANSWER_RULES.file : ANSWER_RULES.required;
}

const MARKS = { true: 'Yes', false: 'No' } as const;

/** An answer in words, for mails and screens. */
export function formatAnswer({ kind, value }: Pick<Answer, 'kind' | 'value'>): string {
  if (typeof value === 'boolean') return MARKS[`${value}`];
  if (kind === 'date') return formatDate(String(value));
  if (typeof value === 'object' && 'size' in value)
    return 'name' in value ? value.name : 'A PDF file';
  if (Array.isArray(value)) return joinChoices(value);
  return typeof value === 'number' ? formatNumber(value) : value;
}

/** What an edit of a proposal's answers makes of them. */

export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const valuesOf = (answers: readonly Answer[]): Answers =>
  Object.fromEntries(answers.map(({ question_id, value }) => [question_id, value]));

const toAnswer = ({ id, label, kind }: Question, value: Answer['value']): Answer => ({
  question_id: id,
  label,
  kind,
  value,
});

export type EditedAnswers = {
  answers: Answer[];
  problems: FieldProblems;
  ineligible: FieldProblems;
};

/** Only the answers that differ from the stored ones: the rest is left alone. */
function changedIn(questions: readonly Question[], stored: Answers, sent: SentAnswers) {
  const isChanged = (one: Question): boolean => {
    const read = readAnswer(one, sent[one.id]);
    if (isBlank(sent[one.id]) || !read) return stored[one.id] !== undefined;
    return read.wrong !== undefined
      ? !isSameValue(sent[one.id], stored[one.id])
      : !isSameValue(read.value, stored[one.id]);
  };
  const named = questions.filter(({ id }) => Object.hasOwn(sent, id));
  return new Map(named.filter(isChanged).map(({ id }) => [id, sent[id]]));
}

/** Ids of the questions to which another answer is sent. */
export const changedQuestions = (
  questions: readonly Question[],
  stored: readonly Answer[],
  sent: SentAnswers,
): string[] => [...changedIn(questions, valuesOf(stored), sent).keys()];

/** These questions, and those that an answer to one of them makes shown. */
export function openedBy(questions: readonly Question[], ids: readonly string[]): Set<string> {
  const opened = new Set(ids);
  // In order: a condition names an earlier question.
  for (const { id, shown_if } of questions)
    if (shown_if && opened.has(shown_if.question_id)) opened.add(id);
  return opened;
}

/**
 * Merges an edit into a proposal's answers. Stored ones keep their words, kind and order; a
 * question that came later is answered in the words it has now. What the edit hides is left out,
 * what it makes shown is asked; a change of a retired answer is refused.
 */
export function editAnswers(
  questions: readonly Question[],
  stored: readonly Answer[],
  sent: SentAnswers,
): EditedAnswers {
  const before = valuesOf(stored);
  const changed = changedIn(questions, before, sent);
  const live = questions.filter(({ is_retired }) => !is_retired);
  const merged = { ...before, ...Object.fromEntries(changed) };
  const wasShown = new Set(shownOf(live, before).map(({ id }) => id));
  const isAlone = ({ id }: Question): boolean =>
    !changed.has(id) && (wasShown.has(id) || before[id] !== undefined);
  const checked = checkAnswers(live, merged, isAlone);
  const retired = questions.filter(({ id, is_retired }) => is_retired && changed.has(id));
  const isKept = ({ question_id: id }: Answer): boolean =>
    live.every((one) => one.id !== id) || (!changed.has(id) && !wasShown.has(id));
  const values = { ...valuesOf(stored.filter(isKept)), ...checked.answers };
  return {
    answers: inOrder(stored, live, values),
    problems: { ...checked.problems, ...refuseRetired(retired) },
    ineligible: checked.ineligible,
  };
}

/** The stored order; a new one stands after the answered question that precedes it now. */
function inOrder(stored: readonly Answer[], live: readonly Question[], values: Answers): Answer[] {
  const list = stored
    .filter(({ question_id }) => values[question_id] !== undefined)
    .map((one) => ({ ...one, value: values[one.question_id]! }));
  for (const [place, one] of live.entries()) {
    const value = values[one.id];
    if (value === undefined || list.some(({ question_id }) => question_id === one.id)) continue;
    const earlier = new Set(live.slice(0, place).map(({ id }) => id));
    const after = list.findLastIndex(({ question_id }) => earlier.has(question_id));
    list.splice(after + 1, 0, toAnswer(one, value));
  }
  return list;
}

/** Answers of a new submission: what is sent to a retired question is refused. */
export function newAnswers(questions: readonly Question[], sent: SentAnswers): EditedAnswers {
  const live = questions.filter(({ is_retired }) => !is_retired);
  const { answers, problems, ineligible } = checkAnswers(live, sent);
  const retired = questions.filter(({ id, is_retired }) => is_retired && !isBlank(sent[id]));
  return {
    answers: inOrder([], live, answers),
    problems: { ...problems, ...refuseRetired(retired) },
    ineligible,
  };
}

const refuseRetired = (questions: readonly Question[]): FieldProblems =>
  Object.fromEntries(questions.map(({ id }) => [answerField(id), ANSWER_RULES.retired]));
