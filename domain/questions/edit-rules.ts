/** What an edit of a proposal's answers makes of them. */
import type { FieldProblems } from '../problem.ts';
import { checkAnswers, isBlank, readAnswer, shownOf } from './answer-rules.ts';
import { answerField } from './field-rules.ts';
import { ANSWER_RULES } from './messages.ts';
import type { Answer, Answers, Question, SentAnswers } from './schema.ts';

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
function changedIn(
  questions: readonly Question[],
  stored: Answers,
  sent: SentAnswers,
): Map<string, unknown> {
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
