import { isSameValue, shownOf, valuesOf } from '#domain/questions/answers.ts';
import type { Answer, Question } from '#domain/questions/schema.ts';
import type { Difference } from '#app/editing/form/edit-conflict.tsx';
import { EditedFields, readSent } from './edited-fields.tsx';
import { QuestionView } from './question-view.tsx';
import { describeAnswers, readSteps, refuseAnswers, stepOf, describeAnswer } from './read-steps.ts';

/** What a form needs for a program that asks questions of its own; it loads with the first. */
export const questionRoom = {
  ...{ QuestionView, EditedFields },
  ...{ compareAnswers, describeAnswers, readSteps, refuseAnswers, shownOf, stepOf },
};

export type QuestionRoom = typeof questionRoom;

/** The answers that somebody else has saved meanwhile, beside one's own. */
function compareAnswers(
  questions: readonly Question[],
  saved: readonly Answer[],
  /** As `EditedFields` sends them. */
  sent: string | undefined,
): Difference[] {
  const [theirs, mine] = [valuesOf(saved), readSent(sent ?? '{}')];
  return questions
    .filter(({ id }) => !isSameValue(theirs[id], mine[id]))
    .map((one) => ({
      label: one.label,
      theirs: describeAnswer(one, theirs[one.id]),
      mine: describeAnswer(one, mine[one.id]),
    }));
}
