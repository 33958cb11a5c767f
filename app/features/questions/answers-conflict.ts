import { isSameValue, valuesOf } from '#domain/questions/edit-rules.ts';
import type { Answer, Question } from '#domain/questions/schema.ts';
import type { Difference } from '#app/editing/form/edit-conflict.tsx';
import { readSent } from './edited-fields.tsx';
import { describeAnswer } from './read-steps.ts';

/** The answers that somebody else has saved meanwhile, beside one's own. */
export function compareAnswers(
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
