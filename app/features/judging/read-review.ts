/** A review as the values of its form, which are kept on this device and sent as they are. */
import { REVIEWING } from '#domain/judging/messages.ts';
import { invalid } from '#domain/problem.ts';
import { totalOf } from '#domain/judging/score-rules.ts';
import type { Review, SaveReviewInput } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { Saved } from '#app/editing/draft-versions.ts';
import type { Dated } from '#app/api/transport.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { judgingLabels } from './labels.ts';

const SCORE = 'scores.';
export const scoreName = (id: string): string => SCORE + id;
/** Of what is kept on this device. */
export const keyOf = (id: string, userId: string): string => `review:${id}:${userId}`;

/** Set once the judge has finished it: what is kept on the phone is submitted when it is sent. */
export const DONE = 'done';

/** In this device's time. */
export const toSaved = (review: Dated<Review>): Saved => ({
  values: valuesOf(review),
  etag: review.etag,
  savedAt: review.changed_at ? Date.parse(review.changed_at) + review.aheadMs : 0,
});

export const valuesOf = ({ scores, state, strength, next_step, note }: Review): FormValues => ({
  ...Object.fromEntries(Object.entries(scores).map(([id, score]) => [scoreName(id), `${score}`])),
  ...{ strength, next_step, note },
  ...(state === 'submitted' && { [DONE]: '1' }),
});

const scoresOf = (values: FormValues): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, score]) => name.startsWith(SCORE) && score)
      .map(([name, score]) => [name.slice(SCORE.length), Number(score)]),
  );

export const toInput = (values: FormValues): SaveReviewInput => ({
  scores: scoresOf(values),
  strength: values['strength'] ?? '',
  next_step: values['next_step'] ?? '',
  note: values['note'] ?? '',
  ...(values[DONE] && { submit: true }),
});

const COMMENTS = [
  ['strength', judgingLabels.strength],
  ['next_step', judgingLabels.nextStep],
] as const;

/** What is missing before it can be submitted, by field; null if nothing is. */
export function refuseUnfinished(
  { criteria, comments }: Pick<Round, 'criteria' | 'comments'>,
  values: FormValues,
): FormProblem | null {
  const fields: Record<string, string> = {};
  for (const { id, name } of criteria)
    if (!values[scoreName(id)]) fields[scoreName(id)] = `${name}: ${REVIEWING.missing}`;
  if (comments === 'required')
    for (const [name, label] of COMMENTS)
      if (!values[name]?.trim()) fields[name] = `${label}: ${REVIEWING.commentMissing}`;
  return Object.keys(fields).length > 0 ? invalid(fields).toBody() : null;
}

/** "72.5", or null while a score is missing. */
export function describeTotal({ criteria }: Pick<Round, 'criteria'>, values: FormValues) {
  const total = totalOf(criteria, scoresOf(values));
  return total === undefined ? null : String(Math.round(total * 100) / 100);
}
