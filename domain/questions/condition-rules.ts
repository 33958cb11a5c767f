/** On what a question depends, and which of its answers qualify. */
import { QUESTIONS } from './limit-rules.ts';
import { manyLines } from '../plain-text.ts';
import { charactersOf } from './answer-rules.ts';
import { QUESTION_RULES } from './messages.ts';
import { isOutOfOrder, readBound, type Refuse } from './bound-rules.ts';
import { canCondition, canDecide, hasBounds } from './kind-rules.ts';
import type { Eligible, Question } from './schema.ts';

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
export function readCondition(
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
export function readEligible(sent: unknown, question: Question, refuse: Refuse): Eligible | null {
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
