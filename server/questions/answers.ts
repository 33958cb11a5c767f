/** Answers to a program's own questions: in drafts, at submission, and at an edit. */
import { QUESTIONS } from '#domain/questions/limit-rules.ts';
import { invalid, Problem, type FieldProblems } from '#domain/problem.ts';
import { charactersOf, isBlank } from '#domain/questions/answer-rules.ts';
import { answerField } from '#domain/questions/field-rules.ts';
import {
  editAnswers,
  newAnswers,
  valuesOf,
  type EditedAnswers,
} from '#domain/questions/edit-rules.ts';
import { ANSWER_RULES } from '#domain/questions/messages.ts';
import type { Answer, Answers, Question, SentAnswers } from '#domain/questions/schema.ts';
import { UNSTORABLE } from '#domain/text.ts';
import { holdsUnstorable } from '../text/unstorable.ts';
import { liveOf } from './service.ts';

/** What a submission stores. `isAsked`: the program had live questions at that moment. */
export type SubmittedAnswers = { answers: Answer[]; isAsked: boolean };

const isText = (value: unknown, most: number): boolean =>
  typeof value === 'string' && charactersOf(value) <= most;

/** In a draft a value need not fit yet; it is only bounded. */
function refuseValue(value: unknown): string | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return undefined;
  if (Array.isArray(value)) {
    const isFit =
      value.length <= QUESTIONS.options && value.every((one) => isText(one, QUESTIONS.longText));
    return isFit ? undefined : ANSWER_RULES.choices;
  }
  if (typeof value !== 'string') return ANSWER_RULES.unfit;
  return isText(value, QUESTIONS.longText) ? undefined : ANSWER_RULES.long(QUESTIONS.longText);
}

/**
 * Merges what was sent into a draft's answers; unknown ids are ignored. Refuses with 422 by field
 * what no draft can hold.
 */
export function mergeAnswers(
  questions: readonly Question[],
  stored: Answers,
  sent: SentAnswers,
): Answers {
  const merged = { ...stored };
  const problems: FieldProblems = {};
  for (const { id } of questions.filter((one) => Object.hasOwn(sent, one.id))) {
    const value = sent[id];
    const wrong = holdsUnstorable(value) ? UNSTORABLE : refuseValue(value);
    if (isBlank(value)) delete merged[id];
    else if (wrong) problems[answerField(id)] = wrong;
    else merged[id] = value as Answers[string];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return merged;
}

/** As a column of the draft; null for none. Refuses with 413 what is too large with its fields. */
export function storedAnswers(answers: Answers, fields: object): string | null {
  const json = Object.keys(answers).length > 0 ? JSON.stringify(answers) : null;
  if (Buffer.byteLength((json ?? '') + JSON.stringify(fields)) > QUESTIONS.draftBytes)
    throw new Problem('too_large', ANSWER_RULES.draftTooLarge);
  return json;
}

export const readStored = (json: string | null): Answers =>
  json === null ? {} : (JSON.parse(json) as Answers);

const unstorableIn = (sent: SentAnswers): FieldProblems =>
  Object.fromEntries(
    Object.keys(sent)
      .filter((id) => holdsUnstorable(sent[id]))
      .map((id) => [answerField(id), UNSTORABLE]),
  );

/** Refuses with everything that is wrong at once; `wrong`: what is wrong besides the answers. */
export function requireFit(
  { problems, ineligible }: Pick<EditedAnswers, 'problems' | 'ineligible'>,
  wrong: FieldProblems = {},
): void {
  const other = { ...wrong, ...problems };
  const all = { ...other, ...ineligible };
  if (Object.keys(other).length > 0) throw invalid(all);
  if (Object.keys(all).length === 0) return;
  throw new Problem('not_eligible', invalid(all).message, { fields: all });
}

/** Answers as a caller sends them with a submission. */
export function checkSent(
  questions: readonly Question[],
  sent: SentAnswers = {},
): EditedAnswers & SubmittedAnswers {
  const checked = newAnswers(questions, sent);
  return {
    ...checked,
    problems: { ...checked.problems, ...unstorableIn(sent) },
    isAsked: liveOf(questions).length > 0,
  };
}

/** The answers of a proposal after an edit. Refuses with 422 by field, and `not_eligible`. */
export function requireEdited(
  questions: readonly Question[],
  stored: readonly Answer[],
  sent: SentAnswers,
): Answer[] {
  const edited = editAnswers(questions, stored, sent);
  requireFit({ ...edited, problems: { ...edited.problems, ...unstorableIn(sent) } });
  return edited.answers;
}

/** What a receipt's digest covers: nothing where nothing was asked. */
export const coveredBy = ({ answers, isAsked }: SubmittedAnswers): { answers?: Answers } =>
  isAsked ? { answers: valuesOf(answers) } : {};
