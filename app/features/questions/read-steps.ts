import { checkAnswers, formatAnswer, readAnswer, shownOf } from '#domain/questions/answers.ts';
import { answerField, isFile } from '#domain/questions/rules.ts';
import type { Answers, AnswerValue, Question } from '#domain/questions/schema.ts';
import { FIRST_STEP } from '#app/paths.ts';
import { describeState, questionLabels, titleOf } from './labels.ts';

const MOST_IN_STEP = 10;

export type Step = {
  /** As in the address. */
  name: string;
  title: string;
  /** What is missing, or that it is done. */
  state: string;
  questions: readonly Question[];
};

/** As even as they can be. */
function groupsOf(questions: readonly Question[]): Question[][] {
  const count = Math.ceil(questions.length / MOST_IN_STEP);
  const size = Math.ceil(questions.length / count);
  return Array.from({ length: count }, (_, at) => questions.slice(at * size, (at + 1) * size));
}

const nameOf = (at: number): string => `questions-${at + 1}`;

/** The name of the step in which a field is. */
export function stepOf(questions: readonly Question[], field: string): string {
  const at = groupsOf(questions).findIndex((group) =>
    group.some(({ id }) => answerField(id) === field),
  );
  return at < 0 ? FIRST_STEP : nameOf(at);
}

/** By field: what is missing, does not fit or does not qualify. */
export function refuseAnswers(
  questions: readonly Question[],
  answers: Answers,
): Record<string, string> {
  const { problems, ineligible } = checkAnswers(questions, answers);
  return { ...problems, ...ineligible };
}

/** In words; what does not fit is shown as it was typed. */
export function describeAnswer(question: Question, value: AnswerValue | undefined): string {
  const read = readAnswer(question, value);
  // A file that does not count yet is told by what becomes of it.
  if (isFile(question.kind) && !read?.value) return questionLabels.notGiven;
  if (!read) return questionLabels.notGiven;
  return read.value === undefined
    ? String(value)
    : formatAnswer({ kind: question.kind, value: read.value });
}

export type AnswerText = { field: string; label: string; text: string };

/** What would be submitted now. */
export const describeAnswers = (questions: readonly Question[], answers: Answers): AnswerText[] =>
  shownOf(questions, answers).map((one) => ({
    field: answerField(one.id),
    label: one.label,
    text: describeAnswer(one, answers[one.id]),
  }));

/** The steps that ask; one whose questions are all hidden is left out. */
export function readSteps(questions: readonly Question[], answers: Answers): Step[] {
  const groups = groupsOf(questions);
  const shown = new Set(shownOf(questions, answers));
  const wrong = refuseAnswers(questions, answers);
  const asked = groups.map((group, at): Step => {
    const here = group.filter((one) => shown.has(one));
    const missing = here.filter(({ id }) => wrong[answerField(id)]).length;
    const isTouched = here.some(({ id }) => answers[id] !== undefined);
    return {
      name: nameOf(at),
      title: titleOf(at, groups.length),
      state: describeState(missing, isTouched),
      questions: here,
    };
  });
  return asked.filter((step) => step.questions.length > 0);
}
