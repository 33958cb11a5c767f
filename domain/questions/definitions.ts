/** A program's list of questions: what an admin may send, and what it becomes. */
import { manyLines, oneLine } from '../plain-text.ts';
import type { FieldProblems } from '../problem.ts';
import { charactersOf, isDay, isShortNumber } from './answers.ts';
import {
  canCondition,
  canDecide,
  hasBounds,
  hasOptions,
  isFile,
  isText,
  QUESTION_KINDS,
  QUESTION_RULES,
  QUESTIONS,
  type QuestionKind,
} from './rules.ts';
import type { Bound, Eligible, Question } from './schema.ts';

const longestAnswer = (kind: QuestionKind): number =>
  kind === 'short_text' ? QUESTIONS.shortText : QUESTIONS.longText;

type Payload = Record<string, unknown>;
export type ReadQuestions = {
  /** Live ones in order, then the retired ones that were sent. */
  questions: Question[];
  problems: FieldProblems;
  /** By id: the field that must not change once somebody has answered. */
  fixed: Map<string, string>;
};

/**
 * Reads the whole list as sent. A question with an id keeps the fields that are not sent; one
 * without is new and gets one from `newId`. `problems` names fields as `questions.2.label`.
 */
export function readQuestions(
  sent: readonly Payload[],
  existing: readonly Question[],
  newId: () => string,
): ReadQuestions {
  const problems: FieldProblems = {};
  const fixed = new Map<string, string>();
  const known = new Map(existing.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const read = sent.map((one, place): { question: Question; raw: Payload; refuse: Refuse } => {
    const refuse: Refuse = (field, sentence) =>
      void (problems[`questions.${place}.${field}`] ??= sentence);
    const old = findKnown(one['id'], known, seen, refuse);
    const raw = { ...old, ...one };
    const question = old && isRetired(raw) ? { ...old, is_retired: true } : readOne(raw, refuse);
    if (old && !question.is_retired && isChanged(old, question))
      fixed.set(old.id, `questions.${place}.${old.kind === question.kind ? 'options' : 'kind'}`);
    return { question: { ...question, id: old?.id ?? newId() }, raw, refuse };
  });
  const inOrder = read.map(({ question }) => question);
  for (const [place, { question, raw, refuse }] of read.entries())
    if (!question.is_retired) {
      question.shown_if = readCondition(raw['shown_if'], inOrder, place, refuse);
      requireDecidingCondition(question, inOrder, refuse);
    }
  const live = inOrder.filter((one) => !one.is_retired);
  if (live.length > QUESTIONS.perProgram) problems['questions'] = QUESTION_RULES.tooMany;
  if (live.filter(({ kind }) => isFile(kind)).length > QUESTIONS.files)
    problems['questions'] ??= QUESTION_RULES.tooManyFiles;
  return { questions: [...live, ...inOrder.filter((one) => one.is_retired)], problems, fixed };
}

/** The stored question that an id names; each can be named once. */
function findKnown(
  id: unknown,
  known: Map<string, Question>,
  seen: Set<string>,
  refuse: Refuse,
): Question | undefined {
  if (id === undefined || id === null) return undefined;
  const old = known.get(String(id));
  if (!old) refuse('id', QUESTION_RULES.unknown);
  else if (seen.has(old.id)) refuse('id', QUESTION_RULES.twice);
  else seen.add(old.id);
  return old;
}

const isRetired = (raw: Payload): boolean => raw['is_retired'] === true;

/** Once there are answers, their kind and the options that were offered must stay. */
const isChanged = (old: Question, next: Question): boolean =>
  old.kind !== next.kind || (old.options ?? []).some((one) => !next.options?.includes(one));

function requireDecidingCondition(
  { eligible, shown_if }: Question,
  all: readonly Question[],
  refuse: Refuse,
): void {
  if (!eligible || !shown_if) return;
  const other = all.find(({ id }) => id === shown_if.question_id);
  if (other && !other.eligible) refuse('shown_if', QUESTION_RULES.eligibleCondition);
}

function readOne(raw: Payload, refuse: Refuse): Question {
  const kind = readKind(raw['kind'], refuse);
  const options = kind && hasOptions(kind) ? readOptions(raw['options'], refuse) : null;
  const question: Question = {
    id: '',
    kind: kind ?? 'short_text',
    label: readLabel(raw['label'], refuse),
    help: readHelp(raw['help'], refuse),
    is_required: readFlag(raw, 'is_required', QUESTION_RULES.required, refuse),
    max_length: kind && isText(kind) ? readLength(kind, raw['max_length'], refuse) : null,
    min: kind && hasBounds(kind) ? readBound(kind, raw['min'], 'min', refuse) : null,
    max: kind && hasBounds(kind) ? readBound(kind, raw['max'], 'max', refuse) : null,
    options,
    eligible: null,
    shown_if: null,
    is_retired: readFlag(raw, 'is_retired', QUESTION_RULES.retired, refuse),
  };
  if (isOutOfOrder(question)) refuse('min', QUESTION_RULES.order);
  if (kind) question.eligible = readEligible(raw['eligible'], question, refuse);
  return question;
}

function readKind(sent: unknown, refuse: Refuse): QuestionKind | undefined {
  const kind = QUESTION_KINDS.find((one) => one === sent);
  if (!kind) refuse('kind', QUESTION_RULES.kind);
  return kind;
}

function readLabel(sent: unknown, refuse: Refuse): string {
  const label = typeof sent === 'string' ? oneLine(sent.normalize('NFC')) : '';
  if (label === '') refuse('label', QUESTION_RULES.label);
  else if (charactersOf(label) > QUESTIONS.label) refuse('label', QUESTION_RULES.labelLong);
  return label;
}

function readHelp(sent: unknown, refuse: Refuse): string | null {
  if (sent === undefined || sent === null) return null;
  const help = typeof sent === 'string' ? manyLines(sent.normalize('NFC')) : undefined;
  if (help === undefined || charactersOf(help) > QUESTIONS.help)
    refuse('help', QUESTION_RULES.helpLong);
  return help || null;
}

function readFlag(raw: Payload, field: string, sentence: string, refuse: Refuse): boolean {
  const sent = raw[field] ?? false;
  if (typeof sent !== 'boolean') refuse(field, sentence);
  return sent === true;
}

function readLength(kind: QuestionKind, sent: unknown, refuse: Refuse): number {
  const longest = longestAnswer(kind);
  if (sent === undefined || sent === null) return longest;
  const isFit = Number.isInteger(sent) && Number(sent) >= 1 && Number(sent) <= longest;
  if (!isFit) refuse('max_length', QUESTION_RULES.maxLength(longest));
  return isFit ? Number(sent) : longest;
}

function readOptions(sent: unknown, refuse: Refuse): string[] {
  const given = Array.isArray(sent) ? (sent as unknown[]) : [];
  const options = given.map((one) =>
    typeof one === 'string' ? oneLine(one.normalize('NFC')) : '',
  );
  const isFit =
    options.length >= QUESTIONS.fewestOptions &&
    options.length <= QUESTIONS.options &&
    options.every((one) => one !== '');
  if (!isFit) refuse('options', QUESTION_RULES.options);
  else if (options.some((one) => charactersOf(one) > QUESTIONS.option))
    refuse('options', QUESTION_RULES.optionLong);
  else if (new Set(options).size < options.length) refuse('options', QUESTION_RULES.optionTwice);
  return options;
}

/** Two questions that ask the same: an answer to one is an answer to the other. */
export const isSameQuestion = (
  one: Pick<Question, 'label' | 'kind'>,
  other: Pick<Question, 'label' | 'kind'>,
): boolean => one.label === other.label && one.kind === other.kind;

/** The least and the most that a question takes. */

/** Notes what is wrong with a field of one question. */
type Refuse = (field: string, sentence: string) => void;

const isOutOfOrder = ({ min, max }: { min: Bound; max: Bound }): boolean =>
  min !== null && max !== null && min > max;

function readBound(kind: QuestionKind, sent: unknown, field: string, refuse: Refuse): Bound {
  if (sent === undefined || sent === null) return null;
  if (kind === 'number' ? isShortNumber(sent) : isDay(sent)) return sent as Bound;
  refuse(field, kind === 'number' ? QUESTION_RULES.number : QUESTION_RULES.date);
  return null;
}

/** On what a question depends, and which of its answers qualify. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const normalized = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFC') : value;

/** Whether this is one of the answers to a question that others may depend on. */
function isAnswerTo({ kind, options }: Question, value: unknown): value is string | boolean {
  if (kind === 'yes_no') return typeof value === 'boolean';
  return kind === 'choice' && (options ?? []).includes(value as string);
}

/**
 * Resolves `{ question_id or position, equals }` to an earlier live question of the list. A
 * position counts from 0; one from 1 is understood where only that names an earlier question.
 * Null if the question is always asked.
 */
function readCondition(
  sent: unknown,
  all: readonly Question[],
  place: number,
  refuse: Refuse,
): Question['shown_if'] {
  if (sent === undefined || sent === null) return null;
  const other = isObject(sent) ? findEarlier(sent, all, place) : undefined;
  if (!isObject(sent) || !other) {
    refuse('shown_if', QUESTION_RULES.condition);
    return null;
  }
  const equals = normalized(sent['equals']);
  if (isAnswerTo(other, equals)) return { question_id: other.id, equals };
  refuse('shown_if', QUESTION_RULES.conditionAnswer);
  return null;
}

function findEarlier(
  { question_id, position }: Record<string, unknown>,
  all: readonly Question[],
  place: number,
): Question | undefined {
  const earlier = all.slice(0, place);
  const isById = question_id !== undefined && question_id !== null;
  const named = isById
    ? [earlier.find(({ id }) => id === question_id)]
    : [earlier[Number(position)], earlier[Number(position) - 1]];
  return named.find((one) => one && canCondition(one.kind) && !one.is_retired);
}

/** Null if every answer qualifies. */
function readEligible(sent: unknown, question: Question, refuse: Refuse): Eligible | null {
  if (sent === undefined || sent === null) return null;
  if (!isObject(sent)) {
    refuse('eligible', QUESTION_RULES.eligible);
    return null;
  }
  if (!canDecide(question.kind)) {
    refuse('eligible', QUESTION_RULES.eligibleKind);
    return null;
  }
  const sentence = readSentence(sent['sentence'], refuse);
  return hasBounds(question.kind)
    ? readRange(sent, question, sentence, refuse)
    : readValues(sent['values'], question, sentence, refuse);
}

function readSentence(sent: unknown, refuse: Refuse): string {
  const sentence = typeof sent === 'string' ? manyLines(sent.normalize('NFC')) : '';
  if (sentence === '' || charactersOf(sentence) > QUESTIONS.sentence)
    refuse('eligible', QUESTION_RULES.eligibleSentence);
  return sentence;
}

function readRange(
  sent: Record<string, unknown>,
  { kind }: Question,
  sentence: string,
  refuse: Refuse,
): Eligible {
  const bound = (field: string) =>
    readBound(kind, sent[field], field, (_, wrong) => refuse('eligible', wrong));
  const range = { min: bound('min'), max: bound('max') };
  if (range.min === null && range.max === null) refuse('eligible', QUESTION_RULES.eligible);
  if (isOutOfOrder(range)) refuse('eligible', QUESTION_RULES.order);
  return { ...range, sentence };
}

function readValues(sent: unknown, question: Question, sentence: string, refuse: Refuse): Eligible {
  const values = Array.isArray(sent) ? sent.map(normalized) : [];
  const fit = values.filter((value) => isAnswerTo(question, value));
  if (values.length === 0 || fit.length < values.length)
    refuse('eligible', QUESTION_RULES.eligible);
  return { values: [...new Set(fit)], sentence };
}
