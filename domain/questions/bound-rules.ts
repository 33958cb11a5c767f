/** The least and the most that a question takes. */
import { isDay, isShortNumber } from './answer-rules.ts';
import { QUESTION_RULES } from './messages.ts';
import type { QuestionKind } from './kind-rules.ts';
import type { Bound } from './schema.ts';

/** Notes what is wrong with a field of one question. */
export type Refuse = (field: string, sentence: string) => void;

export const isOutOfOrder = ({ min, max }: { min: Bound; max: Bound }): boolean =>
  min !== null && max !== null && min > max;

export function readBound(kind: QuestionKind, sent: unknown, field: string, refuse: Refuse): Bound {
  if (sent === undefined || sent === null) return null;
  if (kind === 'number' ? isShortNumber(sent) : isDay(sent)) return sent as Bound;
  refuse(field, kind === 'number' ? QUESTION_RULES.number : QUESTION_RULES.date);
  return null;
}
