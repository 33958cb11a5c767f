import { checkAnswers } from '#domain/questions/answers.ts';
import { numberOrText } from '#domain/numbers.ts';
import type { Question } from '#domain/questions/schema.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { eligibilityPage } from '#content/questions.ts';

/** The name of the button: the answers were sent, even if there are none. */
export const CHECK = 'check';

export type Eligibility = {
  /** As typed, by the id of the question. */
  typed: Record<string, string>;
  outcome: 'asked' | 'wrong' | 'yes' | 'no';
  /** What is wrong with the answers. */
  problem: FormProblem | null;
  /** Why somebody with these answers cannot apply. */
  reasons: string[];
};

/** Reads the answers in an address, and says whether they qualify. */
export function checkEligibility(
  deciding: readonly Question[],
  search: URLSearchParams,
): Eligibility {
  const typed = Object.fromEntries(
    deciding.map(({ id }) => [id, (search.get(id) ?? '').slice(0, 200)]),
  );
  const none: Eligibility = { typed, outcome: 'asked', problem: null, reasons: [] };
  const isAnswered = Object.values(typed).some((text) => text.trim() !== '');
  if (!isAnswered)
    return search.has(CHECK)
      ? { ...none, outcome: 'wrong', problem: { message: eligibilityPage.unanswered } }
      : none;
  const values = deciding.map((one) => [one.id, readTyped(one, typed[one.id]!)]);
  const { problems, ineligible } = checkAnswers(deciding, Object.fromEntries(values));
  if (Object.keys(problems).length > 0)
    return { ...none, outcome: 'wrong', problem: toProblem(problems) };
  const reasons = [...new Set(Object.values(ineligible))];
  return { ...none, reasons, outcome: reasons.length > 0 ? 'no' : 'yes' };
}

/** What an input holds as the value that is meant; what cannot be read stays as it was typed. */
function readTyped({ kind }: Question, typed: string): unknown {
  if (kind === 'yes_no' && /^(true|false)$/.test(typed)) return typed === 'true';
  return kind === 'number' ? numberOrText(typed) : typed;
}

/** Fields are named by the question alone, as in the address. */
function toProblem(problems: Record<string, string>): FormProblem {
  const fields = Object.fromEntries(
    Object.entries(problems).map(([name, wrong]) => [name.slice(name.indexOf('.') + 1), wrong]),
  );
  return { message: eligibilityPage.attention(Object.keys(fields).length), fields };
}
